import type { ApiResponse } from "./send-request.ts";

/** The portal responded with an error. Nothing was bought by the call. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;
  /** Names the request: quote it when you ask for help. */
  readonly requestId: string | undefined;
  /** Body of the response: JSON where it was JSON. */
  readonly body: unknown;

  constructor({ status, requestId, body }: ApiResponse, message = describeResponse(status, body)) {
    super(`${message} (status ${status}, request ${requestId ?? "without an ID"})`);
    this.status = status;
    this.requestId = requestId;
    this.body = body;
  }
}

/** The portal rejected the input: a person has to read why. Nothing was bought. */
export class RejectedError extends ApiError {
  override name = "RejectedError";
  /** Messages by field. */
  readonly errors: Readonly<Record<string, readonly string[]>>;

  constructor(response: ApiResponse) {
    const { errors } = response.body as { errors: Record<string, string[]> };
    super(response, Object.values(errors).flat().join(" "));
    this.errors = errors;
  }
}

/** A read got no response before its deadline, or the portal can't be reached: nothing was sent. */
export class ConnectionError extends Error {
  override name = "ConnectionError";
}

/**
 * The deadline passed, or the call was aborted, and whether the data was bought isn't known. Call `buy` again with the
 * same ref: it is charged once at most.
 */
export class UnknownOutcomeError extends Error {
  override name = "UnknownOutcomeError";
  readonly ref: string;
  /** Of the last response, if there was one. */
  readonly requestId: string | undefined;

  constructor(ref: string, cause: unknown, requestId: string | undefined) {
    super(`The outcome of “${ref}” isn't known: call buy again with the same ref.`, { cause });
    this.ref = ref;
    this.requestId = requestId;
  }
}

function describeResponse(status: number, body: unknown): string {
  // Browsers hide a redirect as status 0.
  if (status < 200 || (status >= 300 && status < 400))
    return "The address redirects: set baseUrl to its target";
  const { message } = (typeof body === "object" && body !== null ? body : {}) as { message?: unknown };
  return typeof message === "string" ? message : "The portal responded with an error";
}
