import { isDatabaseDown } from "#lib/core/error";

/** Why the portal does not start, for the operator: a clear sentence where the reason is known. */
export function describeStartError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: unknown };
  if (code === "EADDRINUSE") return `Port ${process.env.PORT ?? 3000} is taken: set PORT to another one.`;
  if (code === "EADDRNOTAVAIL") return `HOST ${process.env.HOST} is no address of this machine.`;
  if (isDatabaseDown(error))
    return `The database cannot be reached: look at DATABASE_URL. (${error.message})`;
  return error.message;
}
