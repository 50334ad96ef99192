import { hashToken, looksLikeToken } from "#lib/account/token/token";
import { getToken, type RequestHeaders } from "#lib/api/request-headers";
import { log } from "#lib/core/log";
import { createRequestId, getRequestId } from "#lib/core/request-id";
import { getCallerAddress } from "#lib/request/caller-address";
import { maskError, maskPath, maskRef } from "./mask-request.ts";
import { keepRequest } from "./request-log.ts";

interface Requested {
  method: string;
  /** The address as it was sent. */
  url: string;
  headers: RequestHeaders;
}

/** The facts of a response that the request itself doesn't have. */
interface Responded {
  /** As `performance.now()`. */
  beganAt: number;
  status: number;
  body?: unknown;
  /** The connection was cut instead of sending the response. */
  isCut?: boolean | undefined;
  lateReplay?: string | undefined;
  /** The reseller of a valid token. */
  resellerId: number | undefined;
  ref: string | undefined;
}

/** Logs a request with its response; one without a token isn't logged. Never throws and waits for nothing. */
export function logRequest(
  { method, url, headers }: Requested,
  { beganAt, status, body, isCut, lateReplay, resellerId, ref }: Responded,
): void {
  try {
    const token = getToken(headers);
    if (!looksLikeToken(token)) return;
    const logged = {
      tokenHash: hashToken(token),
      requestId: getRequestId() ?? createRequestId(),
      ...{ beganAt, durationMs: Math.round(performance.now() - beganAt) },
      ...{ method, path: maskPath(url) },
      ...(isCut ? CUT_RESPONSE : describeResponse(status, body)),
      ref: ref === undefined ? undefined : maskRef(ref),
      address: getCallerAddress(headers),
      lateReplay: lateReplay !== undefined,
    };
    keepRequest(logged, resellerId ?? "unknown");
  } catch (error) {
    log.error("request_log.failed", { error });
  }
}

/** 444 as servers log it that close a connection without a response. */
const CUT_RESPONSE = { status: 444, error: "The connection was cut without a response." };

const describeResponse = (status: number, body: unknown) => ({
  status,
  error: status < 400 ? undefined : maskError(describeError(body)),
});

/** Describes an error by its own texts: those of the fields, of a failed purchase, or the message. */
function describeError(body: unknown): string {
  const { message, error, errors, data } = (body ?? {}) as {
    message?: string;
    error?: string;
    errors?: Record<string, string[]>;
    data?: { api_response?: string };
  };
  if (errors) return Object.values(errors).flat().join(" ");
  return data?.api_response ?? [message, error].filter(Boolean).join(" ");
}
