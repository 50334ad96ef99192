import { env } from "#lib/core/env";
import { numberFormat } from "#lib/core/format";

/** A count for people: "12,040". For server components only. */
export function countText(count: number): string {
  return numberFormat(env().LOCALE).format(count);
}
