import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { inTransaction } from "#db/client";
import { journals, wallets } from "#db/schema/ledger";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { recordRows } from "#lib/audit/record";
import type { Ctx } from "#lib/core/context";
import { notFound, PortalError } from "#lib/core/error";
import { formatMoney, type Minor } from "#lib/core/money";
import type { HandInput, HandMoved } from "./hand-input.ts";
import { MOVES, type Move, moveBalances, movedBalances, writeMove } from "./move.ts";
import { orPropose, type Waiting } from "./second-admin.ts";
import { lastByHand } from "./wallet.ts";

type HandMove = Extract<Move, "credit" | "debit" | "claw_back" | "correct_credit" | "correct_debit">;

const ACTION: Record<HandMove, string> = {
  credit: "wallet.credited",
  debit: "wallet.debited",
  claw_back: "wallet.clawed_back",
  correct_credit: "wallet.corrected",
  correct_debit: "wallet.corrected",
};

type Wanted = z.output<typeof HandInput> & { reversesId?: number };

/** Moves money by hand; above the set sum it waits for a second admin. Throws as `moveByHand` does. */
export function moveOrPropose(
  ctx: Ctx,
  kind: "credit" | "debit" | "claw_back",
  wanted: Wanted,
): Promise<HandMoved | Waiting> {
  const { resellerId, amount, reason, seen } = wanted;
  return orPropose(ctx, { kind, resellerId, amount, reason, input: { seen } }, (ctx) =>
    moveByHand(ctx, kind, wanted),
  );
}

/**
 * Moves money by hand: wallet, journal and audit record at once. Whoever comes second from the same form is told
 * what happened meanwhile. The caller has made sure of the rights.
 * @throws not_found, conflict, insufficient_funds (facts.missing)
 */
export function moveByHand(ctx: Ctx, move: HandMove, wanted: Wanted): Promise<HandMoved> {
  return inTransaction(ctx, async (ctx) => {
    const wallet = await lock(ctx, wanted);
    if (wanted.reversesId !== undefined) await isNotReversed(ctx, wanted.reversesId, wanted.resellerId);
    if (takes(move) && wallet < wanted.amount) throw tooMuch(wallet, wanted.amount);
    return write(ctx, move, wanted);
  });
}

/** Only a claw-back may take what is not there. */
const takes = (move: HandMove) => move !== "claw_back" && MOVES[move][0] === "wallet";

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

async function write(ctx: Ctx, move: HandMove, wanted: Wanted): Promise<HandMoved> {
  const amount = sql`${wanted.amount}::bigint`;
  const reason = sql`${wanted.reason}::text`;
  const into = MOVES[move][1] === "wallet";
  const after = into ? sql`to_balance` : sql`from_balance`;
  const before = into ? sql`to_balance - ${amount}` : sql`from_balance + ${amount}`;
  const [row] = await ctx.db.execute<{ balance: string; journal_id: string }>(sql`
    with moved as (
      update wallets set ${moveBalances(move, amount)} where reseller_id = ${wanted.resellerId}
      returning ${movedBalances(move)}
    ), ${writeMove(ctx, move, {
      from: sql`moved`,
      amount,
      purchaseId: sql`null::bigint`,
      reason,
      reversesId: sql`${wanted.reversesId ?? null}::bigint`,
    })},
    recorded as (${recordRows(ctx, {
      action: ACTION[move],
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
  if (!row) throw new Error("A move of money was not written.");
  return { balance: BigInt(row.balance), journalId: Number(row.journal_id) };
}

function tooMuch(wallet: Minor, amount: Minor): PortalError {
  const words = `Only ${formatMoney(wallet)} is in the wallet. Nothing was moved: to take more than there is, use a claw-back.`;
  return new PortalError("insufficient_funds", words, {
    fields: { amount: [words] },
    facts: { missing: amount - wallet },
  });
}
