import type { StateLabel } from "#app/ui/purchase/purchase-labels.ts";
import type { OutageView } from "#lib/outage/list-outages";

const PAUSE_STATES: Record<OutageView["sold"], StateLabel> = {
  all: { word: "Bought elsewhere", tone: "unsure" },
  some: { word: "Partly sold", tone: "bad" },
  none: { word: "Not sold", tone: "bad" },
};

/** Returns the state of a line on every page: a pause, the order to keep it open, or neither. */
export function getLineState(outage: OutageView | null): StateLabel {
  if (!outage) return { word: "Selling", tone: "good" };
  return outage.state === "kept_open" ? { word: "Kept open", tone: "unsure" } : PAUSE_STATES[outage.sold];
}
