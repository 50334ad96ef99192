import { setTimeout as pause } from "node:timers/promises";
import { listen, saidSince } from "#db/listen";
import { type Ctx, requireAdmin, requireBuyer } from "#lib/core/context";
import { countdown } from "#lib/core/countdown";
import { log } from "#lib/core/log";
import { newBell } from "#lib/core/loop";
import { findOwn } from "./get.ts";
import type { PurchaseState, PurchaseView } from "./view.ts";

/** That a purchase changed; `ident` is empty when something may have been missed: look at everything again. */
export interface PurchaseChange {
  ident: string;
  state: PurchaseState | "";
}

type Handler = (change: PurchaseChange) => void;

/** By reseller: with a thousand who wait, each message is read once and told to whom it concerns. */
const watchers = new Map<number, Set<Handler>>();
let heard: Promise<unknown> | undefined;

/**
 * Tells of every change of the acting reseller's purchases, from an instant on where one is given (`listen`).
 * @returns how to stop.
 */
export async function watch(ctx: Ctx, handler: Handler, since?: number): Promise<() => void> {
  const { id } = requireBuyer(ctx);
  const mine = watchers.get(id) ?? new Set();
  watchers.set(id, mine.add(handler));
  const stop = () => {
    mine.delete(handler);
    if (mine.size === 0 && watchers.get(id) === mine) watchers.delete(id);
  };
  heard ??= listen("purchase", tell);
  try {
    await heard;
  } catch (error) {
    heard = undefined;
    stop();
    throw error;
  }
  if (since === undefined) return stop;
  for (const payload of saidSince("purchase", since)) {
    const { resellerId, ...change } = parseChange(payload);
    if (resellerId === undefined || resellerId === id) handler(change);
  }
  return stop;
}

function tell(payload: string): void {
  const { resellerId, ...change } = parseChange(payload);
  const concerned = resellerId === undefined ? [...watchers.values()] : [watchers.get(resellerId) ?? []];
  for (const handlers of concerned) for (const handler of handlers) handler(change);
}

/** Tells of every change of any purchase, as `watch` does. Admins only. @returns how to stop. */
export async function watchAll(ctx: Ctx, handler: Handler, since?: number): Promise<() => void> {
  requireAdmin(ctx);
  return listen("purchase", (payload) => handler(parseChange(payload)), since);
}

/** The acting reseller's purchase as soon as its outcome is known, or as it stands after `ms`. */
export async function whenSettled(ctx: Ctx, ident: string, ms: number): Promise<PurchaseView> {
  const find = async () => ({ purchase: await findOwn(ctx, ident) });
  return (await untilSettled(ctx, find, ms)).purchase;
}

/** A last look that finds no time left may still take so long, in ms; after one that failed, the next comes this much later. */
const LOOK_MS = 1_000;

/**
 * What `begin` resolves with, its purchase as soon as the outcome is known, or as it stands after `ms`. It listens before
 * it begins, so that it misses nothing and need not ask at first; when the line was lost meanwhile, it looks, and waits on.
 * Once begun it always resolves: a look that fails leaves the purchase as it was last seen.
 */
export async function untilSettled<Begun extends { purchase: PurchaseView }>(
  ctx: Ctx,
  begin: () => Promise<Begun>,
  ms: number,
): Promise<Begun> {
  const bell = newBell();
  const changed = new Set<string>();
  let waitsFor: string | undefined;
  const stop = await watch(ctx, ({ ident, state }) => {
    if (state === "queued" || state === "sending") return;
    if (waitsFor === undefined) changed.add(ident);
    else if (ident === waitsFor || ident === "") bell.ring();
  });
  try {
    const begun = await begin();
    let { purchase } = begun;
    waitsFor = purchase.ident;
    if (changed.has(waitsFor) || changed.has("")) bell.ring();
    let failing = false;
    for (const left = countdown(ms); !isKnown(purchase) && left() > 0; ) {
      await bell.within(failing ? Math.min(LOOK_MS, left()) : left());
      try {
        purchase = await withTimeout(findOwn(ctx, waitsFor), left() + LOOK_MS);
        failing = false;
      } catch (error) {
        if (!failing) log.warn("purchase.look_failed", { ident: waitsFor, error });
        failing = true;
      }
    }
    return { ...begun, purchase };
  } finally {
    stop();
  }
}

/** @throws Error when it takes longer than `ms`. */
async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  const done = new AbortController();
  const late = pause(ms, undefined, { signal: done.signal }).then(() => {
    throw new Error("the database did not answer in time");
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    done.abort();
  }
}

const isKnown = ({ settledAt, state }: PurchaseView) => settledAt !== null || state === "unconfirmed";

/** What the channel `purchase` says; nothing is known of what was missed. */
export function parseChange(payload: string): PurchaseChange & { resellerId?: number } {
  const [resellerId, ident = "", state = ""] = payload.split(" ");
  if (!resellerId) return { ident: "", state: "" };
  return { resellerId: Number(resellerId), ident, state: state as PurchaseState };
}
