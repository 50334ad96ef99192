import { isAccessDenied } from "#lib/core/database-error";

/** Describes for the operator why the portal does not start: a clear sentence where the reason is known. */
export function describeStartError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: unknown };
  if (code === "EADDRINUSE") return `Port ${process.env.PORT ?? 3000} is in use. Set PORT to another port.`;
  if (code === "EADDRNOTAVAIL") return `HOST ${process.env.HOST} isn't an address of this machine.`;
  if (isAccessDenied(error)) return `The database denies access: ${error.message}. Check DATABASE_URL.`;
  return error.message;
}
