import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { recordAuditRows } from "#lib/audit/record-audit";
import { type Ctx, requireSystem } from "#lib/core/context";
import { handleEach } from "#lib/core/lane/handle-each";
import { log } from "#lib/core/log";
import { readRows, textOf } from "#lib/core/read-rows";
import { updateWallets, writeTransfers } from "#lib/ledger/transfer";
import { isFundingReversed, isSameDevice } from "./referral-facts.ts";

/**
 * Pays the rewards that are due, once each, into their referrers' wallets; cancels those whose top-up was
 * reversed, and reverses paid ones likewise, below zero if need be. One that fails doesn't hold up the
 * others. System only.
 * @returns how many it paid, cancelled and reversed
 * @throws the first failure, after all others
 */
export async function payRewards(ctx: Ctx): Promise<Record<"paid" | "cancelled" | "reversed", number>> {
  requireSystem(ctx);
  const cancelled = await cancelRewards(ctx);
  const moves = [...(await listMoves(ctx, "referral")), ...(await listMoves(ctx, "referral_reversal"))];
  const done = await handleEach(moves, "referral.not_moved", (move) => moveReward(ctx, move));
  const count = (kind: RewardMove) => done.filter((moved) => moved === kind).length;
  const reversed = count("referral_reversal");
  if (reversed > 0) log.warn("referral.reversed", { rewards: reversed });
  return { paid: count("referral"), cancelled, reversed };
}

/** The rewards to pay: of referrals that stand, to referrers who may buy. */
const selectDueRewards = () => sql`
  w.state = 'pending' and w.due_at <= now() and r.ended_at is null
  and not ${isSameDevice()}
  and not ${isFundingReversed()}
  and (select state from resellers where id = r.referrer_id) = 'active'`;

/** The paid rewards to reverse, as long as a payment can be charged back. */
const selectReversedRewards = () => sql`
  w.state = 'paid' and w.ended_at > now() - interval '210 days' and ${isFundingReversed()}`;

/** Cancels pending rewards that can't be paid any more. A later top-up, or the same again, earns again. */
async function cancelRewards(ctx: Ctx): Promise<number> {
  const cancelled = await ctx.db.execute(sql`
    update referral_rewards w
    set
      state = 'cancelled', ended_at = now(),
      reason = case
        when r.ended_at is not null then r.reason
        when ${isFundingReversed()} then 'The top-up was reversed.'
        else 'The account was closed.'
      end
    from referrals r
    where r.id = w.referral_id and w.state = 'pending'
      and (r.ended_at is not null
        or ${isFundingReversed()}
        or (select state from resellers where id = r.referrer_id) = 'closed')
    returning w.id`);
  return cancelled.length;
}

type RewardMove = "referral" | "referral_reversal";
const Move = z.object({ id: z.string(), kind: textOf<RewardMove>() });
type Move = z.output<typeof Move>;

const MOVABLE = { referral: selectDueRewards, referral_reversal: selectReversedRewards };

/** Lists the rewards to move in one way, oldest first. */
function listMoves(ctx: Ctx, kind: RewardMove): Promise<Move[]> {
  return readRows(ctx.db, Move)`
    select w.id, ${kind}::text as kind
    from referral_rewards w
    join referrals r on r.id = w.referral_id
    where ${MOVABLE[kind]()}
    order by w.id`;
}

/** Moves a reward in one statement, if it still is to be moved. */
async function moveReward(ctx: Ctx, { id, kind }: Move): Promise<RewardMove | undefined> {
  const condition = sql`w.id = ${id} and ${MOVABLE[kind]()}`;
  const moved = await ctx.db.execute(buildMoveStatement(ctx, kind, condition));
  return moved.length > 0 ? kind : undefined;
}

const MOVES = {
  referral: {
    set: sql`state = 'paid', journal_id = journal.id, ended_at = now()`,
    action: "referral.paid",
    state: "paid",
  },
  referral_reversal: {
    set: sql`state = 'reversed', reversal_journal_id = journal.id, reason = 'The top-up was reversed.'`,
    action: "referral.reversed",
    state: "reversed",
  },
} as const;

/** One statement: the guard, the wallet, the ledger, the reward and the record. */
function buildMoveStatement(ctx: Ctx, kind: RewardMove, condition: SQL): SQL {
  const { set, action, state } = MOVES[kind];
  return sql`
    with ready as (
      select
        w.id, w.state, w.period, w.amount, w.journal_id, r.id as referral_id, r.referrer_id as reseller_id
      from referral_rewards w
      join referrals r on r.id = w.referral_id
      where ${condition}
      for update of w
    ),
    moved as (${updateWallets(kind, { of: sql`ready`, amount: sql`amount` })}),
    journal as (${writeTransfers(ctx, kind, {
      from: sql`moved`,
      amount: sql`amount`,
      reason: sql`(
        select
          'Referral ' || referral_id || ': ' || case period when 'first' then 'first top-up' else period end
        from ready)`,
      reversesId: sql`(select journal_id from ready)`,
    })}),
    settled as (
      update referral_rewards
      set ${set}
      from ready, journal
      where referral_rewards.id = ready.id
      returning referral_rewards.id
    ),
    recorded as (${recordAuditRows(ctx, {
      action,
      subject: "referral",
      subjectId: sql`ready.referral_id::text`,
      resellerId: sql`ready.reseller_id`,
      journalId: sql`journal.id`,
      before: sql`jsonb_build_object('reward', ready.state)`,
      after: sql`jsonb_build_object(
        'reward', ${state}::text, 'period', ready.period, 'amount', ready.amount::text)`,
      from: sql`ready cross join journal`,
    })})
    select id from settled`;
}
