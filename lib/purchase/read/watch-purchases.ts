import { z } from "zod";
import { listen, messagesSince } from "#db/listen";
import { type Ctx, requireAdmin, requireBuyer } from "#lib/core/context";
import { createWakeSignal } from "#lib/core/lane/loop";
import { log } from "#lib/core/log";
import { waitWithoutTurn } from "#lib/core/page-turn";
import { instant } from "#lib/core/read-rows";
import { startCountdown } from "#lib/core/time/time";
import { waitAtMost } from "#lib/core/time/wait-at-most";
import { findOwnPurchase } from "./get-purchase.ts";
import type { PurchaseState, PurchaseView } from "./purchase-view.ts";

/** A change of a purchase; an empty `ident`: changes may have been missed, so read all again. */
export interface PurchaseChange {
  ident: string;
  state: PurchaseState | "";
}

/** @param payload of the notification, for `readPurchaseEnd`. */
type PurchaseChangeHandler = (change: PurchaseChange, payload: string) => void;

/** By reseller, so that with a thousand waiting requests each notification is parsed once. */
const watchers = new Map<number, Set<PurchaseChangeHandler>>();
let subscription: Promise<unknown> | undefined;

/**
 * Calls the handler for every change of the acting reseller's purchases, from a point in
 * time on if given (`listen`).
 * @returns a function that stops it.
 */
export async function watchOwnPurchases(
  ctx: Ctx,
  handler: PurchaseChangeHandler,
  since?: number,
): Promise<() => void> {
  const { id } = requireBuyer(ctx, "sell");
  const handlers = watchers.get(id) ?? new Set();
  watchers.set(id, handlers.add(handler));
  const stop = () => {
    handlers.delete(handler);
    if (handlers.size === 0 && watchers.get(id) === handlers) watchers.delete(id);
  };
  subscription ??= listen("purchase", notifyWatchers);
  try {
    await subscription;
  } catch (error) {
    subscription = undefined;
    stop();
    throw error;
  }
  if (since === undefined) return stop;
  for (const payload of messagesSince("purchase", since)) {
    const { resellerId, ...change } = parsePurchaseChange(payload);
    if (resellerId === undefined || resellerId === id) handler(change, payload);
  }
  return stop;
}

function notifyWatchers(payload: string): void {
  const { resellerId, ...change } = parsePurchaseChange(payload);
  const concerned = resellerId === undefined ? [...watchers.values()] : [watchers.get(resellerId) ?? []];
  for (const handlers of concerned) for (const handler of handlers) handler(change, payload);
}

/** Calls the handler for every change of any purchase. Admins only. @returns a function that stops it. */
export async function watchAllPurchases(
  ctx: Ctx,
  handler: PurchaseChangeHandler,
  since?: number,
): Promise<() => void> {
  requireAdmin(ctx);
  return listen("purchase", (payload) => handler(parsePurchaseChange(payload), payload), since);
}

/** Returns the acting reseller's purchase when it is settled, or as it is after `ms`. */
export async function waitUntilSettled(ctx: Ctx, ident: string, ms: number): Promise<PurchaseView> {
  const find = async () => ({ purchase: await findOwnPurchase(ctx, ident) });
  return (await runUntilSettled(ctx, find, ms)).purchase;
}

/** The time for a last read when none is left, and the delay after a failed read. */
const RETRY_DELAY_MS = 1_000;

/**
 * Runs `begin` and returns its result, with the purchase when it is settled, or as it is after `ms`.
 * It listens first, so that it misses no change and needs no read: the notification has the end. After a
 * lost connection it reads the purchase and keeps waiting. Once begun it always resolves: after a failed read, with
 * the purchase as last read.
 */
export async function runUntilSettled<Begun extends { purchase: PurchaseView }>(
  ctx: Ctx,
  begin: () => Promise<Begun>,
  ms: number,
): Promise<Begun> {
  const wakeSignal = createWakeSignal();
  const ends = new Map<string, PurchaseEnd | undefined>();
  let waitingFor: string | undefined;
  const stop = await watchOwnPurchases(ctx, ({ ident, state }, payload) => {
    if (state === "queued" || state === "sending") return;
    if (waitingFor !== undefined && ident !== waitingFor && ident !== "") return;
    ends.set(ident, readPurchaseEnd(payload));
    wakeSignal.wake();
  });
  try {
    const begun = await begin();
    let { purchase } = begun;
    waitingFor = purchase.ident;
    if (!ends.has(waitingFor) && !ends.has("")) wakeSignal.clear();
    let failing = false;
    for (const left = startCountdown(ms); !isResolved(purchase) && left() > 0; ) {
      await waitWithoutTurn(() => wakeSignal.wait(failing ? Math.min(RETRY_DELAY_MS, left()) : left()));
      const end = ends.get(waitingFor);
      if (end) {
        purchase = { ...purchase, ...end };
        break;
      }
      try {
        purchase = await waitAtMost(
          left() + RETRY_DELAY_MS,
          findOwnPurchase(ctx, waitingFor),
          "the database did not respond in time",
        );
        failing = false;
      } catch (error) {
        if (!failing) log.warn("purchase.read_failed", { ident: waitingFor, error });
        failing = true;
      }
    }
    return { ...begun, purchase };
  } finally {
    stop();
  }
}

const isResolved = ({ settledAt, state }: PurchaseView) => settledAt !== null || state === "unconfirmed";

/** Parses a notification of the channel `purchase`; an empty one means that notifications were missed. */
export function parsePurchaseChange(payload: string): PurchaseChange & { resellerId?: number } {
  const [resellerId, ident = "", state = ""] = payload.split(" ");
  if (!resellerId) return { ident: "", state: "" };
  return { resellerId: Number(resellerId), ident, state: state as PurchaseState };
}

/** The facts of a settled purchase that a placed one lacks. */
type PurchaseEnd = Pick<PurchaseView, "state" | "settledAt" | "cancelled" | "outcome">;

const NotifiedEnd = z.object({ settledAt: instant, ending: z.string(), outcome: z.string().nullable() });

/** Reads the end of a notification of the channel `purchase`; undefined where it has none: then the row does. */
function readPurchaseEnd(payload: string): PurchaseEnd | undefined {
  const [, state, json] = /^\d+ \w+ (\w+) (.*)$/s.exec(payload) ?? [];
  if (json === undefined) return undefined;
  try {
    const { settledAt, ending, outcome } = NotifiedEnd.parse(JSON.parse(json));
    return { state: state as PurchaseState, settledAt, cancelled: ending === "cancelled", outcome };
  } catch {
    return undefined;
  }
}
