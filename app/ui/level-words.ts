import type { Level } from "#lib/core/context";

/** The levels as people say them. */
export const LEVEL_WORDS: Record<Level, string> = {
  smart_earner: "Smart earner",
  affiliate: "Affiliate",
  top_user: "Top user",
  api: "API",
};
