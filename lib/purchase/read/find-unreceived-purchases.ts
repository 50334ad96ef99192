import type { Ctx } from "#lib/core/context";
import type { Module } from "#lib/core/module";

/** Returns the ids of those purchases that were reported as not received. The caller checks permissions. */
export async function findUnreceivedPurchases(
  ctx: Ctx,
  purchases: readonly { id: number }[],
  modules: readonly Module[],
): Promise<ReadonlySet<number>> {
  const ids = purchases.map(({ id }) => id);
  const sets = await Promise.all(modules.map((module) => module.findUnreceived?.(ctx, ids)));
  return new Set(sets.flatMap((reported) => [...(reported ?? [])]));
}
