import { ZodError } from "zod";
import { gaveWay, HTTP_STATUS, isDatabaseDown, PortalError, type Problem } from "#lib/core/error";
import { log } from "#lib/core/log";
import { newRequestId, requestId } from "#lib/core/request-id";
import { fromZodError } from "./form.ts";

/** Any error as words for whoever asked. An unexpected one is logged under an id, and only the id is told. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ZodError) return problemOf(fromZodError(error));
  if (error instanceof PortalError) {
    const { code, cause } = error;
    if (HTTP_STATUS[code] >= 500) log.error("request.failed", { code, cause });
    return error.toProblem();
  }
  if (isDatabaseDown(error)) {
    log.error("database.down", { error });
    const message = "The portal cannot reach its records right now. Try again in a minute.";
    return { code: "unavailable", message, fields: {}, facts: { retryAfter: 5 } };
  }
  if (gaveWay(error)) {
    log.error("database.busy", { error });
    return {
      code: "unavailable",
      message: "The portal is busy. Try again.",
      fields: {},
      facts: { retryAfter: 1 },
    };
  }
  const id = requestId() ?? newRequestId();
  log.error("request.unexpected", { id, error });
  const message = `Something went wrong on our side. Try again. If it stays, ask for help and say this number: ${id}.`;
  return { code: "internal", message, fields: {}, facts: { id } };
}

/** Wait before the next try, in seconds, where a refusal that will pass names none. */
const USUAL_WAIT_S = 5;

/** Seconds after which it makes sense to ask again: what is unavailable always says so, other refusals where they know. */
export function retryAfterOf({ code, facts }: Problem): number | undefined {
  const told = "retryAfter" in facts ? facts.retryAfter : undefined;
  return told ?? (code === "unavailable" ? USUAL_WAIT_S : undefined);
}
