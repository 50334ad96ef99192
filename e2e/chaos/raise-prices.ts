import { setTimeout as pause } from "node:timers/promises";
import type { Ctx } from "#lib/core/context";
import { syncCatalogue } from "#lib/supplier/sync-supplier";
import type { SandboxControl } from "#sandbox/control-client";
import type { PriceTurn } from "./judge-prices.ts";

/** A plan cost so much (minor units) at the upstream. Instants in ms. */
export interface PriceRise {
  planId: number;
  cost: bigint;
  /** When the catalogue certainly had it; undefined when the database was down. */
  told?: { from: number; to: number } | undefined;
  /** When the catalogue may have had it. */
  maybe: { from: number; to: number };
}

/** A send may follow its claim by so long (`SLOT_LASTS_MS`), so a price stays up for longer. */
const CLAIM_TO_SEND_MS = 2_500;
const RISE_DURATION_MS = 5_000;

/** A higher rise of a list would wait for an admin, and its plan would not be sold meanwhile. */
const raise = (cost: bigint) => (cost * 115n) / 100n;

/**
 * Raises what an eighth of the plans cost at the upstream, has it listed, and takes it back, while `going` says so.
 * @param turns gets each price with the moment from which it may be listed
 */
export async function raisePrices(
  ctx: Ctx,
  control: SandboxControl,
  plans: readonly number[],
  random: () => number,
  going: () => boolean,
  turns: PriceTurn[],
): Promise<PriceRise[]> {
  const rises: PriceRise[] = [];
  while (going()) {
    const eighth = Math.floor(random() * 8);
    const chosen = plans.filter((_, n) => n % 8 === eighth);
    const was = await Promise.all(chosen.map((id) => control.setPlan({ id })));
    const began = Date.now();
    for (const { id, prices } of was)
      if (!turns.some(({ planId }) => planId === id)) turns.push({ planId: id, price: prices.api, began: 0 });
    const list = (price: (cost: bigint) => bigint) => {
      const now = performance.now();
      turns.push(...was.map(({ id, prices }) => ({ planId: id, price: price(prices.api), began: now })));
    };
    list(raise);
    for (const { id, prices } of was) await control.setPlan({ id, prices: { api: raise(prices.api) } });
    // A sync fails while the database is down.
    const synced = await trySyncCatalogue(ctx);
    const from = Date.now() + CLAIM_TO_SEND_MS;
    await pause(RISE_DURATION_MS);
    const certain = synced ? { from, to: Date.now() } : undefined;
    list((cost) => cost);
    for (const { id, prices } of was) await control.setPlan({ id, prices });
    while (!(await trySyncCatalogue(ctx))) await pause(100);
    const maybe = { from: began, to: Date.now() };
    rises.push(
      ...was.map(({ id, prices }) => ({ planId: id, cost: raise(prices.api), told: certain, maybe })),
    );
  }
  return rises;
}

const trySyncCatalogue = (ctx: Ctx) =>
  syncCatalogue(ctx).then(
    () => true,
    () => false,
  );
