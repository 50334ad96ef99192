import type { PurchaseView } from "./view.ts";

/** The reference that its buyer gave a purchase; null where the portal made one up, which tells nobody anything. */
export function ownRef({ channel, ref }: Pick<PurchaseView, "channel" | "ref">): string | null {
  return channel === "api" || channel === "bulk" ? ref : null;
}
