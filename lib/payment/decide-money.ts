import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { accounts } from "#db/schema/account";
import { payments, providerTransactions } from "#db/schema/payment";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { recordRows } from "#lib/audit/record";
import { endProposals, orPropose, type Waiting } from "#lib/audit/second-admin";
import { Id } from "#lib/core/amount";
import { actorName, type Ctx, requireAdmin } from "#lib/core/context";
import { env } from "#lib/core/env";
import { invalid, notFound, PortalError } from "#lib/core/error";
import type { Minor } from "#lib/core/money";
import { Reason } from "#lib/core/reason";
import { writeHouse } from "#lib/ledger/house";
import { transferBalances, transferredBalances, writeTransfer } from "#lib/ledger/transfer";
import { startRefund } from "./refund.ts";
import { paymentSettings } from "./settings.ts";

export const AssignMoneyInput = z.object({
  id: Id,
  /** Whose money it is. */
  email: z.string().trim().min(1, "Type the reseller’s e-mail.").max(200),
  reason: Reason,
});
export type AssignMoneyInput = z.input<typeof AssignMoneyInput>;

type Money = typeof providerTransactions.$inferSelect;

const IN_SUSPENSE = sql`state = 'suspense' and (reversed_at is null or restored_at is not null)`;

/**
 * Puts money that waits in suspense into a reseller's wallet, less the provider's fee where resellers bear it; once, even
 * if two admins do it at the same time. Above the set sum it waits for a second admin. Admins only.
 * @throws not_found; invalid at `email`; conflict when it was decided meanwhile, or is of another currency.
 */
export async function assignMoney(ctx: Ctx, input: AssignMoneyInput): Promise<undefined | Waiting> {
  requireAdmin(ctx, "money");
  const { id, email, reason } = AssignMoneyInput.parse(input);
  const [reseller] = await ctx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(sql`lower(${accounts.email}) = lower(${email})`, eq(accounts.role, "reseller")));
  if (!reseller) throw invalid("email", "No reseller has this e-mail.");
  const amount = await creditOf(ctx, await moneyOf(ctx, id));
  const movement = { kind: "suspense" as const, resellerId: reseller.id, amount, reason, about: id };
  return orPropose(ctx, movement, (tx) => putIntoWallet(tx, { id, resellerId: reseller.id, reason }));
}

export const MarkRefundedInput = z.object({ id: Id, reason: Reason });
export type MarkRefundedInput = z.input<typeof MarkRefundedInput>;

/**
 * Notes that money in suspense was sent back to its payer from another account of the operator's. Above the set sum it
 * waits for a second admin. Admins only. @throws not_found; conflict when it was decided meanwhile
 */
export async function markRefunded(ctx: Ctx, input: MarkRefundedInput): Promise<undefined | Waiting> {
  requireAdmin(ctx, "money");
  const { id, reason } = MarkRefundedInput.parse(input);
  const { gross } = await moneyOf(ctx, id);
  const movement = { kind: "suspense" as const, amount: gross, reason, about: id };
  return orPropose(ctx, movement, (tx) => noteRefund(tx, { id, reason }));
}

export const RefundMoneyInput = z.object({ id: Id, reason: Reason });
export type RefundMoneyInput = z.input<typeof RefundMoneyInput>;

/** What a proposal needs to know beside its reason, when the provider is to send money back. */
const BY_PROVIDER = { refund: "provider" };

/**
 * Has the provider send money in suspense back to its payer; a sweep asks it, and follows what becomes of it. Above the
 * set sum it waits for a second admin. Admins only. @throws not_found; conflict when it was decided meanwhile
 */
export async function refundMoney(ctx: Ctx, input: RefundMoneyInput): Promise<undefined | Waiting> {
  requireAdmin(ctx, "money");
  const { id, reason } = RefundMoneyInput.parse(input);
  const { gross } = await moneyOf(ctx, id);
  const movement = { kind: "suspense" as const, amount: gross, reason, about: id, input: BY_PROVIDER };
  return orPropose(ctx, movement, (tx) => sendBack(tx, { id, reason }));
}

function sendBack(ctx: Ctx, { id, reason }: { id: number; reason: string }): Promise<undefined> {
  return inTransaction(ctx, async (tx) => {
    await endProposals(tx, "suspense", id);
    await moneyOf(tx, id, { lock: true });
    await startRefund(tx, { id, reason });
    return undefined;
  });
}

/**
 * What a proposal about money in suspense asks for: a wallet, that its provider sends it back, or that it was sent back
 * otherwise. The caller has checked the rights.
 */
export function carryOutDecision(
  ctx: Ctx,
  {
    id,
    resellerId,
    reason,
    input,
  }: { id: number; resellerId: number | null; reason: string; input: unknown },
): Promise<undefined> {
  if (resellerId !== null) return putIntoWallet(ctx, { id, resellerId, reason });
  const byProvider = typeof input === "object" && input !== null && "refund" in input;
  return byProvider ? sendBack(ctx, { id, reason }) : noteRefund(ctx, { id, reason });
}

/** How much of it a wallet gets. */
async function creditOf(ctx: Ctx, { gross, lost, fee, currency, paymentId }: Money): Promise<Minor> {
  const [payment] = await ctx.db
    .select({ feeBearer: payments.feeBearer })
    .from(payments)
    .where(eq(payments.id, paymentId ?? 0));
  const { feeBearer } = payment ?? (await paymentSettings(ctx));
  const amount = gross - lost - (feeBearer === "house" ? 0n : (fee ?? 0n));
  if (currency !== env().CURRENCY || amount <= 0n)
    throw new PortalError("conflict", "No wallet can hold this money. Send it back to its payer.");
  return amount;
}

/** Credits money in suspense to a wallet. The caller has checked the rights. */
export function putIntoWallet(
  ctx: Ctx,
  { id, resellerId, reason }: { id: number; resellerId: number; reason: string },
): Promise<undefined> {
  return inTransaction(ctx, async (tx) => {
    // Locks in this order: the wallet, proposals, the money; confirming a proposal does the same.
    await tx.db.execute(sql`select from wallets where reseller_id = ${resellerId} for update`);
    await endProposals(tx, "suspense", id);
    const credited = await creditOf(tx, await moneyOf(tx, id, { lock: true }));
    await tx.db.execute(sql`
      with decided as (
        update provider_transactions set state = 'assigned', reseller_id = ${resellerId}, credited = ${credited},
          decided_at = now(), decided_by = ${actorName(tx.actor)}, reason = ${reason}
        where id = ${id} and ${IN_SUSPENSE} returning *
      ), moved as (
        update wallets set ${transferBalances("payment", sql`decided.credited`)} from decided
        where wallets.reseller_id = decided.reseller_id
        returning ${transferredBalances("payment")}, decided.credited
      ), ${writeTransfer(tx, "payment", {
        from: sql`moved`,
        amount: sql`credited`,
        purchaseId: sql`null::bigint`,
        reason: sql`${reason}::text`,
      })}, house as (${writeHouse(
        "assigned",
        {
          suspense: sql`of.gross - of.lost`,
          wallets: sql`-of.credited`,
          fees: sql`of.credited - (of.gross - of.lost)`,
        },
        sql`select decided.*, journal.id as journal_id from decided cross join journal`,
      )})
      ${recordRows(tx, {
        action: "money.assigned",
        subject: "money",
        subjectId: sql`decided.id::text`,
        resellerId: sql`decided.reseller_id`,
        journalId: sql`journal.id`,
        reason: sql`decided.reason`,
        before: sql`jsonb_build_object('money', 'suspense', 'why', decided.why)`,
        after: sql`jsonb_build_object('money', 'assigned', 'credited', decided.credited::text)`,
        from: sql`decided cross join journal`,
      })}`);
    return undefined;
  });
}

function noteRefund(ctx: Ctx, { id, reason }: { id: number; reason: string }): Promise<undefined> {
  return inTransaction(ctx, async (tx) => {
    await endProposals(tx, "suspense", id);
    await moneyOf(tx, id, { lock: true });
    await tx.db.execute(sql`
      with decided as (
        update provider_transactions set state = 'refunded', decided_at = now(),
          decided_by = ${actorName(tx.actor)}, reason = ${reason}
        where id = ${id} and ${IN_SUSPENSE} returning *
      ), house as (${writeHouse(
        "refunded",
        { suspense: sql`of.gross - of.lost`, outside: sql`of.lost - of.gross` },
        sql`select decided.*, null::bigint as journal_id from decided`,
      )})
      ${recordRows(tx, {
        action: "money.refunded",
        subject: "money",
        subjectId: sql`decided.id::text`,
        resellerId: sql`null::bigint`,
        journalId: sql`null::bigint`,
        reason: sql`decided.reason`,
        before: sql`jsonb_build_object('money', 'suspense', 'why', decided.why)`,
        after: sql`jsonb_build_object('money', 'refunded', 'gross', decided.gross::text)`,
        from: sql`decided`,
      })}`);
    return undefined;
  });
}

/** Money in suspense. @throws not_found; conflict that says who decided it, and how. */
async function moneyOf(ctx: Ctx, id: number, { lock = false } = {}): Promise<Money> {
  const found = ctx.db.select().from(providerTransactions).where(eq(providerTransactions.id, id));
  const [money] = await (lock ? found.for("update") : found);
  if (!money) throw notFound("payment");
  const takenBack = money.reversedAt !== null && money.restoredAt === null;
  if (money.state !== "suspense" || takenBack)
    throw await changedMeanwhile(ctx, { subject: "money", subjectId: id });
  return money;
}
