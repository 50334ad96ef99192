import { eq, inArray, type SQL, sql } from "drizzle-orm";
import { listen } from "#db/listen";
import { decodeRow, hideFromPlanner, prepareQuery } from "#db/prepare-query";
import { wallets } from "#db/schema/wallet";
import { type Ctx, requireAdmin, requireBuyer, requireReader, requireReseller } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import type { Minor } from "#lib/core/money/money";

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
export interface WalletView {
  /** Can be spent; below zero after a clawback. */
  wallet: Minor;
  /** Held for purchases on their way. */
  held: Minor;
  /** The cost of all purchases so far. */
  spent: Minor;
  /** The last manual adjustment, which forms carry; 0 before the first. */
  lastAdjustmentId: number;
}

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
  const [row] = await readWallet(ctx.db, { owner });
  if (!row) throw notFoundError("reseller");
  const columns = { wallet: wallets.wallet, held: wallets.held, spent: wallets.sales };
  return {
    ...decodeRow<Omit<WalletView, "lastAdjustmentId">>(columns, row),
    lastAdjustmentId: Number(row.last),
  };
}

const readWallet = prepareQuery<{ owner: number }, Record<string, unknown>>(
  ({ owner }) => sql`
    select ${BALANCE}, sales, ${lastManualAdjustmentOf(owner)} as last
    from wallets
    where reseller_id = ${owner}`,
);

/** Gets the journal of the last manual adjustment of a wallet; 0 before the first. */
export async function getLastManualAdjustmentId(ctx: Ctx, resellerId: number): Promise<number> {
  const [row] = await readLastManualAdjustment(ctx.db, { resellerId });
  return Number(row?.last ?? 0);
}

const readLastManualAdjustment = prepareQuery<{ resellerId: number }, { last: string }>(
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
  const [row] = await readBalance(ctx.db, { id });
  return decodeBalance(row);
}

/** Decodes the row of a statement with `BALANCE`. @throws not_found without one */
export function decodeBalance(row: Record<string, unknown> | undefined): { wallet: Minor; held: Minor } {
  if (!row) throw notFoundError("wallet");
  return decodeRow<{ wallet: Minor; held: Minor }>({ wallet: wallets.wallet, held: wallets.held }, row);
}

/** The columns of a balance, of `wallets`. */
export const BALANCE = sql`wallet, ${HELD} as held`;

const readBalance = prepareQuery<{ id: number }, Record<string, unknown>>(
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
