import { and, eq, inArray, max, sql } from "drizzle-orm";
import { listen } from "#db/listen";
import { decoded, prepared } from "#db/prepared";
import { journals, wallets } from "#db/schema/ledger";
import { type Ctx, requireAdmin, requireBuyer, requireReader, requireReseller } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import type { Minor } from "#lib/core/money";

/** One reseller's money, in minor units. */
export interface WalletView {
  /** What can be spent; below zero after a claw-back. */
  wallet: Minor;
  /** Held for purchases on their way. */
  held: Minor;
  /** What purchases have cost so far. */
  spent: Minor;
  /** The last adjustment by hand, which forms carry; 0 before the first. */
  seen: number;
}

/** Whose wallet is meant: one's own, or, for admins, that of the reseller they name. */
export function walletOwner(ctx: Ctx, resellerId: number | undefined): number {
  if (ctx.actor.kind === "reseller") return requireReseller(ctx).id;
  requireAdmin(ctx);
  if (resellerId === undefined) throw notFound("reseller");
  return resellerId;
}

/** One's own wallet; for admins that of a reseller. @throws not_found */
export async function getWallet(ctx: Ctx, input: { resellerId?: number } = {}): Promise<WalletView> {
  const owner = walletOwner(ctx, input.resellerId);
  const [row] = await ctx.db
    .select({ wallet: wallets.wallet, held: wallets.held, spent: wallets.sales })
    .from(wallets)
    .where(eq(wallets.resellerId, owner));
  if (!row) throw notFound("reseller");
  return { ...row, seen: await lastByHand(ctx, owner) };
}

/** The journal of the last adjustment of this reseller's wallet by hand; 0 before the first. */
export async function lastByHand(ctx: Ctx, resellerId: number): Promise<number> {
  const [row] = await ctx.db
    .select({ last: max(journals.id) })
    .from(journals)
    .where(
      and(
        eq(journals.resellerId, resellerId),
        // Written out, as the index of them is.
        sql`${journals.kind} in ('credit', 'debit', 'claw_back', 'correction')`,
      ),
    );
  return row?.last ?? 0;
}

/** What many resellers have and what is held of it, by their id. Admins only. */
export async function getWallets(
  ctx: Ctx,
  resellerIds: readonly number[],
): Promise<Map<number, { wallet: Minor; held: Minor }>> {
  requireAdmin(ctx);
  const rows = await ctx.db
    .select({ id: wallets.resellerId, wallet: wallets.wallet, held: wallets.held })
    .from(wallets)
    .where(inArray(wallets.resellerId, [...resellerIds]));
  return new Map(rows.map(({ id, wallet, held }) => [id, { wallet, held }]));
}

/** The acting reseller's spendable money and what open purchases hold, in minor units. */
export async function balance(ctx: Ctx): Promise<{ wallet: Minor; held: Minor }> {
  const { id } = requireBuyer(ctx);
  const [row] = await readBalance(ctx.db, { id });
  if (!row) throw notFound("wallet");
  return decoded<{ wallet: Minor; held: Minor }>({ wallet: wallets.wallet, held: wallets.held }, row);
}

const readBalance = prepared<{ id: number }, Record<string, unknown>>(
  ({ id }) => sql`select wallet, held from wallets where reseller_id = ${id}`,
);

/**
 * Tells when money of the acting reseller was moved by hand or asked for; admins of everybody's.
 * @returns how to stop.
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
export async function lowBelow(ctx: Ctx): Promise<Minor | null> {
  const { id } = requireReseller(ctx);
  const [row] = await ctx.db
    .select({ lowBelow: wallets.lowBelow })
    .from(wallets)
    .where(eq(wallets.resellerId, id));
  return row?.lowBelow ?? null;
}

/** Sets it. Part of its caller's transaction. */
export async function setLowBelow(ctx: Ctx, lowBelow: Minor | null): Promise<void> {
  const { id } = requireReseller(ctx);
  await ctx.db.update(wallets).set({ lowBelow }).where(eq(wallets.resellerId, id));
}
