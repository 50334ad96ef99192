import { ZodError } from "zod";
import { getViolatedConstraint, isDatabaseDown, isSerializationFailure } from "#lib/core/database-error";
import { HTTP_STATUS, PortalError, type Problem } from "#lib/core/error";
import { log } from "#lib/core/log";
import { createRequestId, getRequestId } from "#lib/core/request-id";
import { toInvalidError } from "./form.ts";

/** Makes an error a message for its reader. Logs an unexpected one under an id, and returns only the id. */
export function toProblem(error: unknown): Problem {
  if (error instanceof ZodError) return toProblem(toInvalidError(error));
  if (error instanceof PortalError) {
    const { code, cause } = error;
    if (HTTP_STATUS[code] >= 500) log.error("request.failed", { code, cause });
    return error.toProblem();
  }
  if (isDatabaseDown(error)) {
    log.error("database.down", { error });
    const message = "We can’t reach your data right now. Try again in a minute.";
    return { code: "unavailable", message, fields: {}, facts: { retryAfter: 5 } };
  }
  if (isSerializationFailure(error)) {
    log.error("database.busy", { error });
    return {
      code: "unavailable",
      message: "The portal is busy. Try again.",
      fields: {},
      facts: { retryAfter: 1 },
    };
  }
  if (getViolatedConstraint(error) === "purchases_home_check") {
    log.warn("database.not_confirmed", { error });
    return { code: "unavailable", message: NOT_CONFIRMED, fields: {}, facts: { retryAfter: 60 } };
  }
  const id = getRequestId() ?? createRequestId();
  log.error("request.unexpected", { id, error });
  return { code: "internal", message: formatInternalError(id), fields: {}, facts: { id } };
}

/** In a promoted standby, until it is certain that no queued purchase was sent meanwhile. */
const NOT_CONFIRMED =
  "The portal just moved to another database server and is checking its purchases. Nothing was changed, and no money moved. Try again in a minute.";

export const formatInternalError = (id: string) =>
  `Something went wrong on our side. Try again. If it keeps happening, contact support and quote error ${id}.`;

/** Default wait before the next attempt, in seconds. */
const DEFAULT_RETRY_AFTER_S = 5;

/** Returns the seconds to wait before a retry: always for unavailable, for other errors if known. */
export function getRetryAfter({ code, facts }: Problem): number | undefined {
  const retryAfter = "retryAfter" in facts ? facts.retryAfter : undefined;
  return retryAfter ?? (code === "unavailable" ? DEFAULT_RETRY_AFTER_S : undefined);
}
