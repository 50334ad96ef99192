import { sayDay } from "#lib/core/time";
import type { Why } from "./day.ts";
import type { Rhythm } from "./rhythm.ts";

/** When a schedule buys, as people say it: "Every month on the 31st at 08:00". */
export function sayRhythm({ unit, every, firstOn, untilOn, clock }: Rhythm): string {
  const until = untilOn === null ? "" : `, until ${sayDay(untilOn)}`;
  return `${sayDays(unit, every, firstOn)} at ${clock}${until}`;
}

function sayDays(unit: Rhythm["unit"], every: number, firstOn: string): string {
  const first = Temporal.PlainDate.from(firstOn);
  switch (unit) {
    case "once":
      return `Once, ${sayDay(firstOn)}`;
    case "day":
      return every === 1 ? "Every day" : `Every ${every} days`;
    case "week":
      return `Every ${WEEKDAYS[first.dayOfWeek - 1]}`;
    case "month":
      return `Every month on the ${nth(first.day)}`;
  }
}

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

function nth(day: number): string {
  if (day > 28) return `${day}${day === 31 ? "st" : "th"} or the last day`;
  const ending = day > 3 && day < 21 ? "th" : (["th", "st", "nd", "rd"][day % 10] ?? "th");
  return `${day}${ending}`;
}

/** Why a day was not bought. */
export const WHY_WORDS: Record<Why, string> = {
  asked: "You left it out.",
  late: "We were away for more than a day, and buy nothing that late.",
  price: "It cost more than the price you set.",
  money: "There was not enough money in your wallet.",
  limit: "It would have gone over your daily limit.",
  off: "The plan was switched off.",
  gone: "The plan is not sold any more.",
  service: "Buying was paused.",
  restricted: "Your account could not buy.",
};
