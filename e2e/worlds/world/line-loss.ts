import type { Batch } from "../wire/batches.ts";
import { happenOnce } from "./happen-once.ts";
import type { HeldLine } from "./held-line.ts";
import type { World } from "./world.ts";

/** The ways to lose a connection: before its statement ran, after it, or after it without any sign. */
const LOSSES = ["cut before", "cut after", "silence"] as const;
export type LineLoss = (typeof LOSSES)[number];

/** How much more often a statement in a transaction is lost: what follows it may not continue elsewhere. */
const IN_TRANSACTION = 5;
const IDLE_LIMIT_MS = 30_000;

/**
 * Chooses whether a connection is lost with a batch.
 * @param lossRate how often a statement, or its response, is lost
 */
export function chooseLoss(
  world: World,
  lossRate: number,
  { line }: HeldLine,
  batch: Batch,
): LineLoss | undefined {
  const rate = lossRate * (line.isInTransaction ? IN_TRANSACTION : 1);
  return batch.endsBy === "ready" && world.chance(rate) ? world.pick(LOSSES) : undefined;
}

/**
 * Has the server give up a silent client, in time: its transaction would hold locks. A client that has not found out itself
 * hears of it then.
 */
export function giveUpSilent(world: World, held: HeldLine): void {
  happenOnce(world, world.now + IDLE_LIMIT_MS, async () => {
    if (!held.isLeft) await held.cut();
  });
}
