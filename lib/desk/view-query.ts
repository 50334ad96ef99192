/** The filters that are on as text, the same for the same filters in whatever order. */
export function queryText(on: Readonly<Record<string, string>>): string {
  const sorted = Object.entries(on).sort(([one], [other]) => (one < other ? -1 : 1));
  return new URLSearchParams(sorted).toString();
}

/** Filters as they were saved on `from`, with their days as many days later as it is now. */
export function movedAlong(query: string, from: string, today: string): string {
  const days = Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(today)).days;
  const moved = Array.from(new URLSearchParams(query), ([name, value]) => [
    name,
    isDay(name) ? Temporal.PlainDate.from(value).add({ days }).toString() : value,
  ]);
  return queryText(Object.fromEntries(moved));
}

/** Whether there are days among the filters. */
export const hasDays = (query: string) => [...new URLSearchParams(query).keys()].some(isDay);

const isDay = (name: string) => name === "from" || name === "to";
