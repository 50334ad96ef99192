import type { Tables } from "#lib/core/table";

/** Personal data that is deleted, or made anonymous, after some days. */
export interface RetentionView {
  data: string;
  days: number;
}

/** Lists how long personal data is kept, the longest last; from the same rules by which it is deleted. */
export function listRetention(tables: Tables): RetentionView[] {
  return Object.values(tables)
    .flatMap(({ retention, personalData }) =>
      "label" in retention && !("none" in personalData)
        ? [{ data: retention.label, days: retention.days() }]
        : [],
    )
    .toSorted((a, b) => a.days - b.days);
}
