import { type Call, describeCall } from "./history.ts";
import type { Verdict } from "./verdict.ts";

/** A reseller's new purchases by API in any minute, over all tokens and processes. */
const MAX_PURCHASES = 30;
const MINUTE_MS = 60_000;

/** A time in which the database was killed and came back. It starts to count again then. */
export interface Restart {
  from: number;
  until: number;
}

/**
 * Judges the rate of purchases by API between restarts of the database. Each ref that was let through, also one that was then
 * rejected for another reason, took its place in the minute within its calls: no minute may hold more of them whole than the
 * limit, and a rejection needs as many others that may have had theirs in the minute before.
 */
export function judgeRate(calls: readonly Call[], restarts: readonly Restart[] = []): Verdict[] {
  const byReseller = [...Map.groupBy(calls.filter(isByRate), ({ reseller }) => reseller).values()];
  return [
    {
      name: "no minute has more purchases than allowed",
      checked: byReseller.flatMap(listPlaces).length,
      broken: byReseller.flatMap((ofReseller) => findCrowdedMinute(listPlaces(ofReseller), restarts)),
    },
    {
      name: "each rejection for the rate had its minute",
      checked: calls.filter(({ reason }) => reason === "rate").length,
      broken: byReseller.flatMap(findLoneRejections),
    },
  ];
}

const isByRate = ({ channel, altered }: Call): boolean => channel === "api" && !altered;

interface Place {
  reseller: number;
  ref: string;
  from: number;
  until: number;
}

function listPlaces(calls: readonly Call[]): Place[] {
  return [...Map.groupBy(calls, ({ ref }) => ref).values()].flatMap((tries) => {
    const [first] = tries;
    const passed = tries.find(({ told, reason }) => told && reason !== "rate");
    if (!first || passed?.end == null) return [];
    return [{ reseller: first.reseller, ref: first.ref, from: first.start, until: passed.end }];
  });
}

/** Finds the first minute in which too many were taken. */
function findCrowdedMinute(places: readonly Place[], restarts: readonly Restart[]): string[] {
  for (const { reseller, from } of places) {
    const ends = restarts.flatMap((restart) => (restart.until > from ? [restart.from] : []));
    const end = Math.min(from + MINUTE_MS, ...ends);
    const within = places.filter((place) => place.from >= from && place.until < end);
    if (within.length > MAX_PURCHASES)
      return [
        `${reseller} bought ${within.length} within a minute: ${within.map(({ ref }) => ref).join(", ")}`,
      ];
  }
  return [];
}

function findLoneRejections(calls: readonly Call[]): string[] {
  return calls.flatMap((call) => {
    if (call.reason !== "rate" || call.end === null) return [];
    const { start, end } = call;
    const maybe = calls.filter(
      (before) =>
        before.reason !== "rate" &&
        before.start < end &&
        (before.end ?? Number.POSITIVE_INFINITY) > start - MINUTE_MS,
    );
    const refs = new Set(maybe.map(({ ref }) => ref));
    return refs.size >= MAX_PURCHASES ? [] : [`${describeCall(call)} for the rate, with ${refs.size} others`];
  });
}
