import { listen } from "#db/listen";
import { type Ctx, requireAdmin, requireBuyer } from "#lib/core/context";
import { get } from "./get.ts";
import type { PurchaseState, PurchaseView } from "./view.ts";

/** That a purchase changed; `ident` is empty when something may have been missed: look at everything again. */
export interface PurchaseChange {
  ident: string;
  state: PurchaseState | "";
}

type Handler = (change: PurchaseChange) => void;

/** Tells of every change of the acting reseller's purchases. @returns how to stop. */
export async function watch(ctx: Ctx, handler: Handler): Promise<() => void> {
  const { id } = requireBuyer(ctx);
  return listen("purchase", (payload) => {
    const { resellerId, ...change } = parseChange(payload);
    if (resellerId === id || resellerId === undefined) handler(change);
  });
}

/** Tells of every change of any purchase. Admins only. @returns how to stop. */
export async function watchAll(ctx: Ctx, handler: Handler): Promise<() => void> {
  requireAdmin(ctx);
  return listen("purchase", (payload) => handler(parseChange(payload)));
}

/** The acting reseller's purchase as soon as its outcome is known, or as it stands after `ms`. */
export async function whenSettled(ctx: Ctx, ident: string, ms: number): Promise<PurchaseView> {
  const changed = Promise.withResolvers<void>();
  const stop = await watch(ctx, (change) => {
    const mine = change.ident === ident || change.ident === "";
    if (mine && change.state !== "queued" && change.state !== "sending") changed.resolve();
  });
  const timer = setTimeout(changed.resolve, ms);
  try {
    const now = await get(ctx, { ident });
    if (now.settledAt || now.state === "unconfirmed") return now;
    await changed.promise;
    return await get(ctx, { ident });
  } finally {
    clearTimeout(timer);
    stop();
  }
}

/** What the channel `purchase` says; nothing is known of what was missed. */
export function parseChange(payload: string): PurchaseChange & { resellerId?: number } {
  const [resellerId, ident = "", state = ""] = payload.split(" ");
  if (!resellerId) return { ident: "", state: "" };
  return { resellerId: Number(resellerId), ident, state: state as PurchaseState };
}
