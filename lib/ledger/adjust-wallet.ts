import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { journals } from "#db/schema/ledger";
import { type PendingApproval, runOrRequestApproval } from "#lib/audit/approval-request";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAuditRows } from "#lib/audit/record-audit";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFoundError, PortalError } from "#lib/core/error";
import { FormRef } from "#lib/core/form-ref";
import { Id } from "#lib/core/id";
import { Amount } from "#lib/core/money/amount";
import { formatMoney, type Minor } from "#lib/core/money/money";
import { int, minor, readRow } from "#lib/core/read-rows";
import { reasonSchema } from "#lib/core/text/reason";
import { lockWallet } from "./lock-wallet.ts";
import { replayAdjustment } from "./replay-adjustment.ts";
import {
  TRANSFERS,
  type Transfer,
  transferBalances,
  transferredBalances,
  writeTransfers,
} from "./transfer.ts";
import { getLastManualAdjustmentId } from "./wallet.ts";

/** The reason of an adjustment; the reseller may read it on the statement. */
export const AdjustmentReason = reasonSchema({ most: 300 });

export const AdjustmentInput = z.object({
  resellerId: Id,
  /** In minor units, or as people type it. */
  amount: Amount,
  reason: AdjustmentReason,
  /** The last adjustment that the form knew of (`WalletView.seen`); the command line knows of none. */
  lastAdjustmentId: z.coerce.number<string | number>().int().min(0).optional(),
  /** Comes with the form: the same ref is the same adjustment. The command line has none. */
  ref: FormRef.optional(),
});
export type AdjustmentInput = z.input<typeof AdjustmentInput>;

export interface AdjustmentResult {
  /** The wallet after it, in minor units. */
  balance: bigint;
  journalId: number;
}

const defineAdjustment =
  (kind: "credit" | "debit" | "claw_back") =>
  async (ctx: Ctx, input: AdjustmentInput): Promise<AdjustmentResult | PendingApproval> => {
    requireAdmin(ctx, "money");
    const wanted = AdjustmentInput.parse(input);
    const { resellerId, amount, reason, lastAdjustmentId, ref } = wanted;
    const movement = { kind, resellerId, amount, reason, input: { lastAdjustmentId } };
    return inTransaction(ctx, async (ctx) => {
      const earlier = ref === undefined ? undefined : await replayAdjustment(ctx, ref, movement);
      if (earlier) return earlier;
      return runOrRequestApproval(ctx, { ...movement, ...(ref !== undefined && { about: ref }) }, (ctx) =>
        adjustWallet(ctx, kind, wanted),
      );
    });
  };

/**
 * Credits a reseller's wallet, once for a ref. Above the set amount it needs approval. Admins and the
 * operator's commands only.
 * @throws not_found; conflict; ref_reused when the form of this ref made another adjustment
 */
export const postCredit = defineAdjustment("credit");

/** Debits a wallet likewise, never below zero. @throws insufficient_funds (facts.missing) as well */
export const postDebit = defineAdjustment("debit");

/**
 * Claws back money that should never have been in a wallet,
 * even below zero, which blocks purchases until it is paid.
 */
export const postClawBack = defineAdjustment("claw_back");

type AdjustmentKind = Extract<
  Transfer,
  "credit" | "debit" | "claw_back" | "correct_credit" | "correct_debit"
>;

const AUDIT_ACTIONS: Record<AdjustmentKind, string> = {
  credit: "wallet.credited",
  debit: "wallet.debited",
  claw_back: "wallet.clawed_back",
  correct_credit: "wallet.corrected",
  correct_debit: "wallet.corrected",
};

type AdjustmentRequest = z.output<typeof AdjustmentInput> & { reversesId?: number };

/**
 * Adjusts a wallet: balances, journal and audit record in one transaction. The caller has checked the rights.
 * @throws not_found, insufficient_funds (facts.missing); conflict, which says how the wallet was
 * adjusted since the form was made
 */
export function adjustWallet(
  ctx: Ctx,
  kind: AdjustmentKind,
  wanted: AdjustmentRequest,
): Promise<AdjustmentResult> {
  return inTransaction(ctx, async (ctx) => {
    const wallet = await lockUnchangedWallet(ctx, wanted);
    if (wanted.reversesId !== undefined) await requireNotReversed(ctx, wanted.reversesId, wanted.resellerId);
    if (needsCoverage(kind) && wallet < wanted.amount) throw createShortfallError(wallet, wanted.amount);
    return writeAdjustment(ctx, kind, wanted);
  });
}

/** Only a clawback may take more than the wallet has. */
const needsCoverage = (kind: AdjustmentKind) => kind !== "claw_back" && TRANSFERS[kind][0] === "wallet";

/** Locks the wallet that was last adjusted by the journal that the form knew of. */
async function lockUnchangedWallet(
  ctx: Ctx,
  { resellerId, lastAdjustmentId }: AdjustmentRequest,
): Promise<Minor> {
  const wallet = await lockWallet(ctx, resellerId);
  if (wallet === undefined) throw notFoundError("reseller");
  if (
    lastAdjustmentId !== undefined &&
    lastAdjustmentId !== (await getLastManualAdjustmentId(ctx, resellerId))
  )
    throw await explainConflict(ctx, { subject: "wallet", subjectId: resellerId });
  return wallet;
}

async function requireNotReversed(ctx: Ctx, journalId: number, resellerId: number): Promise<void> {
  const [reversal] = await ctx.db
    .select({ id: journals.id })
    .from(journals)
    .where(eq(journals.reversesId, journalId));
  if (reversal) throw await explainConflict(ctx, { subject: "wallet", subjectId: resellerId });
}

async function writeAdjustment(
  ctx: Ctx,
  kind: AdjustmentKind,
  wanted: AdjustmentRequest,
): Promise<AdjustmentResult> {
  const amount = sql`${wanted.amount}::bigint`;
  const reason = sql`${wanted.reason}::text`;
  const into = TRANSFERS[kind][1] === "wallet";
  const after = into ? sql`to_balance` : sql`from_balance`;
  const before = into ? sql`to_balance - ${amount}` : sql`from_balance + ${amount}`;
  return readRow(ctx.db, z.object({ balance: minor, journalId: int }))`
    with moved as (
      update wallets
      set ${transferBalances(kind, amount)}
      where reseller_id = ${wanted.resellerId}
      returning ${transferredBalances(kind)}
    ),
    journal as (${writeTransfers(ctx, kind, {
      from: sql`moved`,
      amount,
      reason,
      reversesId: sql`${wanted.reversesId ?? null}::bigint`,
      ref: sql`${wanted.ref ?? null}::text`,
    })}),
    recorded as (${recordAuditRows(ctx, {
      action: AUDIT_ACTIONS[kind],
      subject: "wallet",
      subjectId: sql`moved.reseller_id::text`,
      resellerId: sql`moved.reseller_id`,
      journalId: sql`journal.id`,
      reason,
      before: sql`jsonb_build_object('wallet', (${before})::text)`,
      after: sql`jsonb_build_object('wallet', (${after})::text)`,
      from: sql`moved join journal using (reseller_id)`,
    })})
    select ${after} as balance, journal.id as journal_id
    from moved
    join journal using (reseller_id)`;
}

function createShortfallError(wallet: Minor, amount: Minor): PortalError {
  const message = `Only ${formatMoney(wallet)} is in the wallet. No money moved. To take more, use a clawback.`;
  return new PortalError("insufficient_funds", message, {
    fields: { amount: [message] },
    facts: { missing: amount - wallet },
  });
}
