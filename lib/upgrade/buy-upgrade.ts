import { sql } from "drizzle-orm";
import type { z } from "zod";
import { inTransaction } from "#db/client";
import { PinInput, requirePin } from "#lib/account/pin/require-pin";
import { recordAuditRows } from "#lib/audit/record-audit";
import { type Ctx, formatActor, requireReseller } from "#lib/core/context";
import { conflictError, notFoundError, PortalError } from "#lib/core/error";
import { LEVEL_LABELS } from "#lib/core/level-labels";
import { Amount } from "#lib/core/money/amount";
import { formatDecimal, formatMoney, type Minor } from "#lib/core/money/money";
import { lockWallet } from "#lib/ledger/lock-wallet";
import { transferBalances, transferredBalances, writeTransfers } from "#lib/ledger/transfer";
import { lockActiveReseller, raiseLevel, requireLevel } from "./raise-level.ts";
import { readSavings, readVolume } from "./read-upgrade-figures.ts";
import { findUpgradeByRef, RequestUpgradeInput } from "./request-upgrade.ts";
import { findNextOffer } from "./upgrade-offer.ts";

export const BuyUpgradeInput = RequestUpgradeInput.extend({
  /** The price that the form showed. */
  price: Amount,
  ...PinInput.shape,
});
export type BuyUpgradeInput = z.input<typeof BuyUpgradeInput>;

/**
 * Buys the next level for the acting reseller from their wallet, once: charge, level and
 * records in one transaction.
 * @throws price_changed; insufficient_funds; conflict when the level isn't sold or changed meanwhile;
 * ref_reused; restricted; invalid at `pin`
 */
export async function buyUpgrade(ctx: Ctx, input: BuyUpgradeInput): Promise<void> {
  const { id } = requireReseller(ctx);
  const { ref, from, level, price, pin, keepPin } = BuyUpgradeInput.parse(input);
  if (await findUpgradeByRef(ctx, id, { ref, from, level, price })) return;
  await requirePin(ctx, { pin, keepPin });
  const [{ current }, volume] = await Promise.all([readSavings(ctx, id, level), readVolume(ctx, id)]);
  await inTransaction(ctx, async (tx) => {
    const reseller = await lockActiveReseller(tx, id);
    if (await findUpgradeByRef(tx, id, { ref, from, level, price })) return;
    requireLevel(reseller, from);
    const offer = await findNextOffer(tx, reseller.level);
    if (offer?.level !== level || offer.price === null)
      throw conflictError("This level can’t be bought any more. Nothing was charged.");
    if (offer.price !== price) throw createPriceChangedError(offer.price);
    await requireCoverage(tx, id, price);
    const charge = { resellerId: id, ref, from, level, price, volume, saving: current.saving };
    await chargeUpgrade(tx, charge);
    await raiseLevel(tx, reseller, level, `Bought for ${formatMoney(price)}.`);
  });
}

function createPriceChangedError(price: Minor): PortalError {
  const words = `The price is ${formatMoney(price)} now. Nothing was charged. Check it and try again.`;
  return new PortalError("price_changed", words, { facts: { price } });
}

/** Locks the wallet. @throws insufficient_funds */
async function requireCoverage(ctx: Ctx, resellerId: number, price: Minor): Promise<void> {
  const wallet = await lockWallet(ctx, resellerId);
  if (wallet === undefined) throw notFoundError("wallet");
  const missing = price - wallet;
  if (missing <= 0n) return;
  const words = `Your wallet has ${formatMoney(wallet)}. Top up ${formatMoney(missing)} first. Nothing was charged.`;
  throw new PortalError("insufficient_funds", words, { facts: { missing, amount: formatDecimal(missing) } });
}

interface UpgradeCharge {
  resellerId: number;
  ref: string;
  from: string;
  level: keyof typeof LEVEL_LABELS;
  price: Minor;
  volume: Minor;
  saving: Minor;
}

/** One statement: the wallet, the ledger, the upgrade and its record. The price is charged all or nothing. */
async function chargeUpgrade(
  ctx: Ctx,
  { resellerId, ref, from, level, price, volume, saving }: UpgradeCharge,
): Promise<void> {
  const amount = sql`${price}::bigint`;
  const reason = sql`${`Level ${LEVEL_LABELS[level]}`}::text`;
  const [row] = await ctx.db.execute(sql`
    with moved as (
      update wallets
      set ${transferBalances("upgrade", amount)}
      where reseller_id = ${resellerId} and wallet >= ${amount}
      returning ${transferredBalances("upgrade")}
    ),
    journal as (${writeTransfers(ctx, "upgrade", { from: sql`moved`, amount, reason })}),
    bought as (
      insert into level_upgrades (
        reseller_id, ref, from_level, to_level, volume, saving, price, state,
        journal_id, decided_at, decided_by
      )
      select
        reseller_id, ${ref}, ${from}, ${level}, ${volume}::bigint, ${saving}::bigint, ${amount}, 'approved',
        id, now(), ${formatActor(ctx.actor)}
      from journal
      returning id, reseller_id, journal_id
    ),
    recorded as (${recordAuditRows(ctx, {
      action: "upgrade.bought",
      subject: "upgrade",
      subjectId: sql`bought.id::text`,
      resellerId: sql`bought.reseller_id`,
      journalId: sql`bought.journal_id`,
      before: sql`jsonb_build_object(
        'wallet', (moved.from_balance + ${amount})::text, 'level', ${from}::text)`,
      after: sql`jsonb_build_object('wallet', moved.from_balance::text, 'level', ${level}::text)`,
      from: sql`bought join moved using (reseller_id)`,
    })})
    select id from bought`);
  if (!row) throw new Error("The charge of a level upgrade returned no row.");
}
