import { notFoundError } from "#lib/core/error";

/** Parses a batch id from an address. @throws not_found when it isn’t a number. */
export function parseBatchId(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw notFoundError("batch");
  return Number(text);
}
