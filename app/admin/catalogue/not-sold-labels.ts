import type { Tone } from "#app/ui/purchase/purchase-labels.ts";
import type { NotSoldReason } from "#lib/catalogue/price";

interface NotSoldLabel {
  word: string;
  tone: Tone;
}

/** The reasons why a plan is not sold, as badges. */
export const NOT_SOLD_LABELS: Record<NotSoldReason, NotSoldLabel> = {
  gone: { word: "Not listed", tone: "plain" },
  inactive: { word: "Off upstream", tone: "plain" },
  hidden: { word: "Hidden", tone: "plain" },
  off: { word: "Turned off", tone: "wait" },
  no_cost: { word: "Cost unknown", tone: "unsure" },
  no_price: { word: "No price", tone: "unsure" },
  below_cost: { word: "Below cost", tone: "bad" },
};
