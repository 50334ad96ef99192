import type { Level } from "./context.ts";

export const LEVEL_LABELS: Record<Level, string> = {
  smart_earner: "Smart earner",
  affiliate: "Affiliate",
  top_user: "Top user",
  api: "API",
};
