import { sayDay } from "#lib/core/time";
import type { ScheduleView } from "#lib/schedule/schedule-view";
import { WHY_WORDS } from "#lib/schedule/words";
import type { Tone } from "../../ui/purchase-words.ts";

/** How a schedule stands, in a word and its tone. */
export function stateWords({ state, pause }: Pick<ScheduleView, "state" | "pause">): {
  word: string;
  tone: Tone;
} {
  if (state === "active") return { word: "On", tone: "good" };
  if (state === "ended") return { word: "Over", tone: "plain" };
  return pause === "plan" ? { word: "Paused, plan gone", tone: "bad" } : { word: "Paused", tone: "unsure" };
}

const DAY = { bought: "Bought", waiting: "Not bought yet", skipped: "Not bought" } as const;

/** What became of the latest day: "Not bought, Mon, 30 Nov: …". */
export function lastWords({ last }: Pick<ScheduleView, "last">): string {
  if (!last) return "Nothing yet";
  const why = last.why ? `: ${WHY_WORDS[last.why]}` : "";
  return `${DAY[last.state]}, ${sayDay(last.day)}${why}`;
}

export const dayWords = (state: keyof typeof DAY): string => DAY[state];
