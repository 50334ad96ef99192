import { LEVELS, type Level } from "#lib/core/context";

/** A level that a reseller can rise to. */
export type UpperLevel = Exclude<Level, "smart_earner">;
export const UPPER_LEVELS = ["affiliate", "top_user", "api"] as const satisfies readonly UpperLevel[];

/** Lists the levels above one, the next first. */
export const listLevelsAbove = (level: Level): UpperLevel[] =>
  UPPER_LEVELS.filter((upper) => LEVELS.indexOf(upper) > LEVELS.indexOf(level));
