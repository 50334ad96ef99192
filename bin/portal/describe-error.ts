import { ZodError } from "zod";
import { hasCode, isDatabaseDown, isFull, PortalError } from "#lib/core/error";

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
  // A server that answered says best why it does not let us in.
  const isDenied = hasCode(error, /^(28|3D)/);
  if (isDatabaseDown(error) && !isDenied) return "The database cannot be reached: look at DATABASE_URL.";
  let at = error;
  while (at instanceof Error && CARRIER.test(at.message) && at.cause instanceof Error) at = at.cause;
  const message = at instanceof Error ? at.message : String(at);
  return isDenied ? `${message}: look at DATABASE_URL.` : message;
}

/** Errors of libraries that only carry another; ours say in words what happened, and their cause is for who looks closer. */
const CARRIER = /^(Failed query|fetch failed)/;

const oneLine = (text: string) => text.replace(/\s*\n\s*/g, " ").trim();
