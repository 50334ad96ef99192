import type { SearchResult } from "#lib/core/module";
import { readNamedDays } from "#lib/core/time/named-days";
import { formatDay } from "#lib/core/time/time";

/**
 * Builds the result that leads to the purchases of the days that a text names; none if it says more.
 * @param path of their list
 */
export function toPurchaseDaysResult(q: string, path: string): SearchResult[] {
  const days = readNamedDays(q);
  if (!days || days.rest) return [];
  const { from, to } = days;
  return [
    {
      href: `${path}?${new URLSearchParams({ from, to })}`,
      title:
        from === to
          ? `Purchases of ${formatDay(from)}`
          : `Purchases from ${formatDay(from)} to ${formatDay(to)}`,
      note: "Purchases",
    },
  ];
}
