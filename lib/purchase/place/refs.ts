import { randomUUID } from "node:crypto";
import type { PurchaseView } from "../read/view.ts";

/** A fresh ref for a form: minted when it is rendered, so that sending it twice is one purchase. */
export function newRef(): string {
  return `web-${randomUUID()}`;
}

/** The reference that its buyer gave a purchase; null where the portal made one up, which tells nobody anything. */
export function ownRef({ channel, ref }: Pick<PurchaseView, "channel" | "ref">): string | null {
  return channel === "api" || channel === "bulk" ? ref : null;
}
