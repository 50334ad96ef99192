import type { PurchaseView } from "./view.ts";

/** A purchase's state in people's words. */
export function stateWord({ state, cancelled }: Pick<PurchaseView, "state" | "cancelled">): string {
  switch (state) {
    case "queued":
    case "sending":
      return "On its way";
    case "successful":
      return "Delivered";
    case "unconfirmed":
      return "Not confirmed yet";
    case "failed":
      return cancelled ? "Cancelled" : "Failed, money back";
    case "reversed":
      return "Reversed";
  }
}
