import { env } from "#lib/core/env";

/** A count for people: "12,040". For server components only. */
export function countText(count: number): string {
  return new Intl.NumberFormat(env().LOCALE).format(count);
}
