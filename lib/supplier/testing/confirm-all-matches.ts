import type { Ctx } from "#lib/core/context";
import { confirmMatches, readWaitingMatches } from "#lib/supplier/confirm-matches";

/** Confirms the automatic matches of a new supplier, where it has any. */
export async function confirmAllMatches(ctx: Ctx, supplierId: number): Promise<void> {
  const waiting = await readWaitingMatches(ctx, { supplierId });
  if (waiting) await confirmMatches(ctx, { supplierId, fingerprint: waiting.fingerprint });
}
