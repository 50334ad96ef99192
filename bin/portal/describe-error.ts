import { ZodError } from "zod";
import { isDatabaseDown, isFull, PortalError } from "#lib/core/error";

/** Any error in one line for the operator; never a stack, never what a failed query carried. */
export function describeError(error: unknown): string {
  return oneLine(reason(error));
}

function reason(error: unknown): string {
  if (error instanceof ZodError) {
    return error.issues.map(({ path, message }) => `--${path.join(".")}: ${message}`).join(" ");
  }
  if (error instanceof PortalError) {
    const fields = Object.values(error.fields).flat();
    return fields.length > 0 ? fields.join(" ") : error.message;
  }
  if (isFull(error))
    return "The database's disk is full: make room there, then run it again. What was done before is as it was.";
  if (isDatabaseDown(error)) return "The database cannot be reached: look at DATABASE_URL.";
  let at = error;
  while (at instanceof Error && at.cause instanceof Error) at = at.cause;
  return at instanceof Error ? at.message : String(at);
}

const oneLine = (text: string) => text.replace(/\s*\n\s*/g, " ").trim();
