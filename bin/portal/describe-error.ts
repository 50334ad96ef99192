import { ZodError } from "zod";
import { isAccessDenied, isDatabaseDown, isDiskFull } from "#lib/core/database-error";
import { PortalError } from "#lib/core/error";
import { describeNetworkError } from "#lib/core/network/network-error";
import { explainConnectionError } from "../start/check-pooler.ts";

/** Describes any error in one line for the operator, without a stack and without a failed query's values. */
export function describeError(error: unknown): string {
  return joinLines(describeReason(explainConnectionError(error)));
}

function describeReason(error: unknown): string {
  if (error instanceof ZodError) {
    return error.issues.map(({ path, message }) => `--${path.join(".")}: ${message}`).join(" ");
  }
  if (error instanceof PortalError) {
    const fields = Object.values(error.fields).flat();
    return fields.length > 0 ? fields.join(" ") : error.message;
  }
  if (isDiskFull(error))
    return "The database's disk is full. Free space there, then run the command again. Earlier changes are kept.";
  // A server that rejects the sign-in explains it best itself.
  const isDenied = isAccessDenied(error);
  if (isDatabaseDown(error) && !isDenied) {
    const reason = describeNetworkError(error);
    return `The database can't be reached${reason ? `: ${reason}` : ""}. Check DATABASE_URL.`;
  }
  let inner = error;
  while (inner instanceof Error && WRAPPER_ERROR.test(inner.message) && inner.cause instanceof Error)
    inner = inner.cause;
  const message = inner instanceof Error ? inner.message : String(inner);
  return isDenied ? `${message}. Check DATABASE_URL.` : message;
}

/**
 * Errors of libraries that only wrap another; the portal's own describe the problem, and their cause
 * is only for a closer look.
 */
const WRAPPER_ERROR = /^(Failed query|fetch failed)/;

const joinLines = (text: string) => text.replace(/\s*\n\s*/g, " ").trim();
