import type { NotSold } from "#lib/catalogue/price";
import type { Tone } from "../../ui/purchase-words.ts";

interface Words {
  word: string;
  tone: Tone;
}

/** Why something is not sold, in a word or two. */
export const NOT_SOLD: Record<NotSold, Words> = {
  gone: { word: "Not listed", tone: "plain" },
  inactive: { word: "Off upstream", tone: "plain" },
  hidden: { word: "Hidden", tone: "plain" },
  off: { word: "Switched off", tone: "wait" },
  no_cost: { word: "Cost unknown", tone: "unsure" },
  no_price: { word: "No price", tone: "unsure" },
  below_cost: { word: "Below cost", tone: "bad" },
};
