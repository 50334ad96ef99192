import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { journals, wallets } from "#db/schema/ledger";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { recordRows } from "#lib/audit/record";
import { orPropose, type Waiting } from "#lib/audit/second-admin";
import { Amount, Id } from "#lib/core/amount";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFound, PortalError } from "#lib/core/error";
import { formatMoney, type Minor } from "#lib/core/money";
import { reason } from "#lib/core/reason";
import {
  TRANSFERS,
  type Transfer,
  transferBalances,
  transferredBalances,
  writeTransfer,
} from "./transfer.ts";
import { lastByHand } from "./wallet.ts";

/** The reason of an adjustment; the reseller may read it on the statement. */
export const Why = reason({ most: 300 });

/** What every adjustment by hand asks for. */
export const AdjustmentInput = z.object({
  resellerId: Id,
  /** In minor units, or as people type it. */
  amount: Amount,
  reason: Why,
  /** The last adjustment that the form knew of (`WalletView.seen`); the command line knows of none. */
  seen: z.coerce.number<string | number>().int().min(0).optional(),
});
export type AdjustmentInput = z.input<typeof AdjustmentInput>;

export interface Adjusted {
  /** The wallet after it, in minor units. */
  balance: bigint;
  journalId: number;
}

/**
 * Puts money into a reseller's wallet, which may bring it back to zero; above the set sum it waits for a second admin.
 * Admins and the operator's commands only. @throws not_found, conflict
 */
export async function credit(ctx: Ctx, input: AdjustmentInput): Promise<Adjusted | Waiting> {
  requireAdmin(ctx, "money");
  return adjustOrPropose(ctx, "credit", AdjustmentInput.parse(input));
}

/**
 * Takes money out of a reseller's wallet, never below zero; above the set sum it waits for a second admin. Admins and
 * the operator's commands only. @throws not_found, conflict, insufficient_funds (facts.missing)
 */
export async function debit(ctx: Ctx, input: AdjustmentInput): Promise<Adjusted | Waiting> {
  requireAdmin(ctx, "money");
  return adjustOrPropose(ctx, "debit", AdjustmentInput.parse(input));
}

/**
 * Takes money back that should never have been in a wallet, even below zero: purchases are refused until it is paid.
 * Above the set sum it waits for a second admin. Admins and the operator's commands only. @throws not_found, conflict
 */
export async function clawBack(ctx: Ctx, input: AdjustmentInput): Promise<Adjusted | Waiting> {
  requireAdmin(ctx, "money");
  return adjustOrPropose(ctx, "claw_back", AdjustmentInput.parse(input));
}

type Adjustment = Extract<Transfer, "credit" | "debit" | "claw_back" | "correct_credit" | "correct_debit">;

const ACTION: Record<Adjustment, string> = {
  credit: "wallet.credited",
  debit: "wallet.debited",
  claw_back: "wallet.clawed_back",
  correct_credit: "wallet.corrected",
  correct_debit: "wallet.corrected",
};

type Wanted = z.output<typeof AdjustmentInput> & { reversesId?: number };

function adjustOrPropose(
  ctx: Ctx,
  kind: "credit" | "debit" | "claw_back",
  wanted: Wanted,
): Promise<Adjusted | Waiting> {
  const { resellerId, amount, reason, seen } = wanted;
  return orPropose(ctx, { kind, resellerId, amount, reason, input: { seen } }, (ctx) =>
    adjust(ctx, kind, wanted),
  );
}

/**
 * Adjusts a wallet by hand: balances, journal and audit record in one transaction. If the wallet was adjusted since the
 * form was made, the refusal says how. The caller has checked the rights.
 * @throws not_found, conflict, insufficient_funds (facts.missing)
 */
export function adjust(ctx: Ctx, kind: Adjustment, wanted: Wanted): Promise<Adjusted> {
  return inTransaction(ctx, async (ctx) => {
    const wallet = await lock(ctx, wanted);
    if (wanted.reversesId !== undefined) await isNotReversed(ctx, wanted.reversesId, wanted.resellerId);
    if (takes(kind) && wallet < wanted.amount) throw tooMuch(wallet, wanted.amount);
    return write(ctx, kind, wanted);
  });
}

/** Only a claw-back may take what is not there. */
const takes = (kind: Adjustment) => kind !== "claw_back" && TRANSFERS[kind][0] === "wallet";

async function lock(ctx: Ctx, { resellerId, seen }: Wanted): Promise<Minor> {
  const [row] = await ctx.db
    .select({ wallet: wallets.wallet })
    .from(wallets)
    .where(eq(wallets.resellerId, resellerId))
    .for("update");
  if (!row) throw notFound("reseller");
  if (seen !== undefined && seen !== (await lastByHand(ctx, resellerId)))
    throw await changedMeanwhile(ctx, { subject: "wallet", subjectId: resellerId });
  return row.wallet;
}

async function isNotReversed(ctx: Ctx, journalId: number, resellerId: number): Promise<void> {
  const [reversal] = await ctx.db
    .select({ id: journals.id })
    .from(journals)
    .where(eq(journals.reversesId, journalId));
  if (reversal) throw await changedMeanwhile(ctx, { subject: "wallet", subjectId: resellerId });
}

async function write(ctx: Ctx, kind: Adjustment, wanted: Wanted): Promise<Adjusted> {
  const amount = sql`${wanted.amount}::bigint`;
  const reason = sql`${wanted.reason}::text`;
  const into = TRANSFERS[kind][1] === "wallet";
  const after = into ? sql`to_balance` : sql`from_balance`;
  const before = into ? sql`to_balance - ${amount}` : sql`from_balance + ${amount}`;
  const [row] = await ctx.db.execute<{ balance: string; journal_id: string }>(sql`
    with moved as (
      update wallets set ${transferBalances(kind, amount)} where reseller_id = ${wanted.resellerId}
      returning ${transferredBalances(kind)}
    ), ${writeTransfer(ctx, kind, {
      from: sql`moved`,
      amount,
      purchaseId: sql`null::bigint`,
      reason,
      reversesId: sql`${wanted.reversesId ?? null}::bigint`,
    })},
    recorded as (${recordRows(ctx, {
      action: ACTION[kind],
      subject: "wallet",
      subjectId: sql`moved.reseller_id::text`,
      resellerId: sql`moved.reseller_id`,
      journalId: sql`journal.id`,
      reason,
      before: sql`jsonb_build_object('wallet', (${before})::text)`,
      after: sql`jsonb_build_object('wallet', (${after})::text)`,
      from: sql`moved join journal using (reseller_id)`,
    })})
    select ${after} as balance, journal.id as journal_id from moved join journal using (reseller_id)`);
  if (!row) throw new Error("The adjustment was not written.");
  return { balance: BigInt(row.balance), journalId: Number(row.journal_id) };
}

function tooMuch(wallet: Minor, amount: Minor): PortalError {
  const words = `Only ${formatMoney(wallet)} is in the wallet. Nothing was moved: to take more than there is, use a claw-back.`;
  return new PortalError("insufficient_funds", words, {
    fields: { amount: [words] },
    facts: { missing: amount - wallet },
  });
}
