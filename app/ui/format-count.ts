import { getLocale } from "#lib/core/locale";
import { getNumberFormat } from "#lib/core/text/intl-format";

/** A count for people: "12,040". For server components only. */
export function formatCount(count: number): string {
  return getNumberFormat(getLocale()).format(count);
}
