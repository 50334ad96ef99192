import { z } from "zod";
import { consumeSingleAdminLimit } from "#lib/audit/approval-limits";
import type { Ctx } from "#lib/core/context";
import { minor, readRows } from "#lib/core/read-rows";

interface OpenedWallet {
  /** Its owner. */
  name: string;
  /** Within what the acting admin may move alone in a day. */
  isWithinLimit: boolean;
}

/**
 * Counts the wallet of an account that an admin is about to open as a debit, so that many small wallets are
 * bounded by the daily limit too. Part of its caller's transaction, which opens it.
 * @returns undefined for an unknown reseller
 */
export async function countOpenedWallet(ctx: Ctx, resellerId: number): Promise<OpenedWallet | undefined> {
  const [owner] = await readRows(ctx.db, z.object({ name: z.string(), wallet: minor }))`
    select a.name, greatest(w.wallet, 0) as wallet from wallets w join accounts a on a.id = w.reseller_id
    where w.reseller_id = ${resellerId}`;
  if (!owner) return undefined;
  const { name, wallet } = owner;
  if (ctx.actor.kind !== "admin") return { name, isWithinLimit: true };
  const opening = { kind: "debit" as const, amount: wallet };
  return { name, isWithinLimit: await consumeSingleAdminLimit(ctx, opening, ctx.actor.id) };
}
