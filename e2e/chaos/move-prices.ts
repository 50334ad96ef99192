import { setTimeout as pause } from "node:timers/promises";
import { sync } from "#lib/catalogue/sync";
import type { Ctx } from "#lib/core/context";
import type { SandboxControl } from "#sandbox/control-client";
import type { Random } from "./random.ts";

/** A plan cost so much (minor units) at the upstream. Instants in ms. */
export interface Rise {
  planId: number;
  cost: bigint;
  /** When the catalogue told it for certain; undefined when the database was away. */
  told?: { from: number; to: number } | undefined;
  /** When the catalogue may have told it. */
  maybe: { from: number; to: number };
}

/** A send may follow its claim by so long (`SLOT_LASTS_MS`), so a price stays up for longer. */
const CLAIM_TO_SEND_MS = 2_500;
const UP_MS = 5_000;

/** Doubles what an eighth of the plans cost at the upstream, has it listed, and takes it back, while `going` says so. */
export async function movePrices(
  ctx: Ctx,
  control: SandboxControl,
  plans: readonly number[],
  random: Random,
  going: () => boolean,
): Promise<Rise[]> {
  const rises: Rise[] = [];
  while (going()) {
    const eighth = Math.floor(random() * 8);
    const chosen = plans.filter((_, n) => n % 8 === eighth);
    const was = await Promise.all(chosen.map((id) => control.setPlan({ id })));
    const began = Date.now();
    for (const { id, prices } of was) await control.setPlan({ id, prices: { api: prices.api * 2n } });
    // A list that is asked for while the database is away is not known.
    const known = await listed(ctx);
    const from = Date.now() + CLAIM_TO_SEND_MS;
    await pause(UP_MS);
    const told = known ? { from, to: Date.now() } : undefined;
    for (const { id, prices } of was) await control.setPlan({ id, prices });
    while (!(await listed(ctx))) await pause(100);
    const maybe = { from: began, to: Date.now() };
    rises.push(...was.map(({ id, prices }) => ({ planId: id, cost: prices.api * 2n, told, maybe })));
  }
  return rises;
}

const listed = (ctx: Ctx) =>
  sync(ctx).then(
    () => true,
    () => false,
  );
