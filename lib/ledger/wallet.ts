import { eq, inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { listen } from "#db/listen";
import { hideFromPlanner, prepareQuery } from "#db/prepare-query";
import { wallets } from "#db/schema/wallet";
import { type Ctx, requireAdmin, requireBuyer, requireReader, requireReseller } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import type { Minor } from "#lib/core/money/money";
import { int, minor, parseRow, parseRows } from "#lib/core/read-rows";

/** The hold less advances: that money is in the wallet again, though its purchases are open. */
const HELD = sql`held - case
  when advanced < 0 then (
    select coalesce(sum(price), 0)
    from purchases p
    where p.reseller_id = wallets.reseller_id and p.advance = 'open'
  )
  else 0
end`;

/** One reseller's money, in minor units. */
export type WalletView = z.output<typeof WalletView>;

/** The columns of `BALANCE`. */
export const Balance = z.object({
  /** Can be spent; below zero after a clawback. */
  wallet: minor,
  /** Held for purchases on their way. */
  held: minor,
});
const WalletView = Balance.extend({
  /** The cost of all purchases so far. */
  spent: minor,
  /** The last manual adjustment, which forms carry; 0 before the first. */
  lastAdjustmentId: int,
});

/** Returns the acting reseller or, for admins, the reseller they name. */
export function resolveWalletOwner(ctx: Ctx, resellerId: number | undefined): number {
  if (ctx.actor.kind === "reseller") return requireReseller(ctx).id;
  requireAdmin(ctx);
  if (resellerId === undefined) throw notFoundError("reseller");
  return resellerId;
}

/** One's own wallet; for admins that of a reseller. @throws not_found */
export async function getWallet(ctx: Ctx, input: { resellerId?: number } = {}): Promise<WalletView> {
  const owner = resolveWalletOwner(ctx, input.resellerId);
  const [wallet] = parseRows(WalletView, await readWallet(ctx.db, { owner }));
  if (!wallet) throw notFoundError("reseller");
  return wallet;
}

const readWallet = prepareQuery<{ owner: number }>(
  ({ owner }) => sql`
    select ${BALANCE}, sales as spent, ${lastManualAdjustmentOf(owner)} as last_adjustment_id
    from wallets
    where reseller_id = ${owner}`,
);

/** Gets the journal of the last manual adjustment of a wallet; 0 before the first. */
export async function getLastManualAdjustmentId(ctx: Ctx, resellerId: number): Promise<number> {
  const { last } = parseRow(z.object({ last: int }), await readLastManualAdjustment(ctx.db, { resellerId }));
  return last;
}

const readLastManualAdjustment = prepareQuery<{ resellerId: number }>(
  ({ resellerId }) => sql`select ${lastManualAdjustmentOf(resellerId)} as last`,
);

/** The kinds are written out, as in the index of them. */
const lastManualAdjustmentOf = (resellerId: SQL): SQL => sql`(
  select coalesce(max(id), 0)
  from journals
  where reseller_id = ${hideFromPlanner(resellerId)}
    and kind in ('credit', 'debit', 'claw_back', 'correction'))`;

/** Gets wallet and hold of many resellers, by id. Admins only. */
export async function getWallets(
  ctx: Ctx,
  resellerIds: readonly number[],
): Promise<Map<number, { wallet: Minor; held: Minor }>> {
  requireAdmin(ctx);
  const rows = await ctx.db
    .select({ id: wallets.resellerId, wallet: wallets.wallet, held: HELD.mapWith(wallets.held) })
    .from(wallets)
    .where(inArray(wallets.resellerId, [...resellerIds]));
  return new Map(rows.map(({ id, wallet, held }) => [id, { wallet, held }]));
}

/** The acting reseller's spendable money and what open purchases hold, in minor units. */
export async function getBalance(ctx: Ctx): Promise<{ wallet: Minor; held: Minor }> {
  const { id } = requireBuyer(ctx, "cost");
  const [balance] = parseRows(Balance, await readBalance(ctx.db, { id }));
  if (!balance) throw notFoundError("wallet");
  return balance;
}

/** The columns of a balance, of `wallets`. */
export const BALANCE = sql`wallet, ${HELD} as held`;

const readBalance = prepareQuery<{ id: number }>(
  ({ id }) => sql`select ${BALANCE} from wallets where reseller_id = ${id}`,
);

/**
 * Calls back when the acting reseller's wallet is adjusted or a bank transfer is
 * requested; for admins, anyone's.
 * @returns a function that stops it
 */
export async function watchWallet(ctx: Ctx, handler: () => void, since?: number): Promise<() => void> {
  const reader = requireReader(ctx);
  return listen(
    "wallet",
    (resellerId) => {
      if (reader.kind !== "reseller" || resellerId === "" || Number(resellerId) === reader.id) handler();
    },
    since,
  );
}

/** Below which the acting reseller wants to hear that money runs low, in minor units; null is never. */
export async function getLowWalletThreshold(ctx: Ctx): Promise<Minor | null> {
  const { id } = requireReseller(ctx);
  const [row] = await ctx.db
    .select({ lowBalanceThreshold: wallets.lowBalanceThreshold })
    .from(wallets)
    .where(eq(wallets.resellerId, id));
  return row?.lowBalanceThreshold ?? null;
}

/** Sets it. Part of its caller's transaction. */
export async function setLowWalletThreshold(ctx: Ctx, lowBalanceThreshold: Minor | null): Promise<void> {
  const { id } = requireReseller(ctx);
  await ctx.db.update(wallets).set({ lowBalanceThreshold }).where(eq(wallets.resellerId, id));
}
