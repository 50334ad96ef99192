import { notFound } from "#lib/core/error";

/** The number of a list in an address. @throws not_found when it is none. */
export function runId(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw notFound("list");
  return Number(text);
}
