import { setTimeout as pause } from "node:timers/promises";
import { sync } from "#lib/catalogue/sync";
import type { Ctx } from "#lib/core/context";
import type { SandboxControl } from "#sandbox/control-client";
import type { Random } from "./random.ts";

/** The catalogue told that a plan costs so much (minor units), for certain between these instants (ms). */
export interface Rise {
  planId: number;
  cost: bigint;
  from: number;
  to: number;
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
    for (const { id, prices } of was) await control.setPlan({ id, prices: { api: prices.api * 2n } });
    // A list that is asked for while the database is away is not known.
    const known = await listed(ctx);
    const from = Date.now() + CLAIM_TO_SEND_MS;
    await pause(UP_MS);
    if (known)
      rises.push(
        ...was.map(({ id, prices }) => ({ planId: id, cost: prices.api * 2n, from, to: Date.now() })),
      );
    for (const { id, prices } of was) await control.setPlan({ id, prices });
    await listed(ctx);
  }
  return rises;
}

const listed = (ctx: Ctx) =>
  sync(ctx).then(
    () => true,
    () => false,
  );
