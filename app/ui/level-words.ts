import { LEVELS, type Level } from "#lib/core/context";

/** The levels as people say them. */
export const LEVEL_WORDS: Record<Level, string> = {
  smart_earner: "Smart earner",
  affiliate: "Affiliate",
  top_user: "Top user",
  api: "API",
};

/** The levels as the choices of a `Select`. */
export const LEVEL_OPTIONS = LEVELS.map((value) => ({ value, label: LEVEL_WORDS[value] }));
