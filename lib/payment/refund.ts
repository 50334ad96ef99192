import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { recordRows } from "#lib/audit/record";
import { endProposals, orPropose, type Waiting } from "#lib/audit/second-admin";
import { Id } from "#lib/core/amount";
import { actorName, type Ctx, requireAdmin, requireSystem } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { log } from "#lib/core/log";
import { groupedText } from "#lib/core/money";
import { Reason } from "#lib/core/reason";
import { writeHouse } from "#lib/ledger/house";
import { configured, type Providers } from "./configured.ts";
import { PROVIDER_NAMES } from "./names.ts";
import { areForgotten, providerByKeys } from "./own-keys.ts";
import { PaymentRefused, PaymentUnanswered, type ProviderName, type Refund } from "./provider.ts";
import { newReference } from "./reference.ts";

/** So long a refund is one process's alone: longer than a provider can take to answer all questions of one. */
const TURN = sql`interval '5 minutes'`;

/**
 * Has the provider send money that waits in suspense back to its payer, or what a shop's customer paid amiss: all of it, once.
 * Until it is over, nobody can decide otherwise. Part of its caller's transaction, which has checked the rights;
 * `followRefunds` does the rest. What the provider does not send is in suspense again.
 * @throws conflict when it was decided meanwhile
 */
export async function startRefund(ctx: Ctx, { id, reason }: { id: number; reason: string }): Promise<void> {
  const started = await ctx.db.execute(sql`
    with refunding as (
      update provider_transactions set state = 'refunding', decided_at = now(), decided_by = ${actorName(ctx.actor)},
        reason = ${reason}
      where id = ${id} and state in ('suspense', 'odd') returning *
    ), refund as (
      insert into payment_refunds (key, asked_as, transaction_id, reason, asked_by)
      select ${newReference("R")}, (select coalesce(r.asked_as, r.key) from payment_refunds r
          where r.id = (select max(id) from payment_refunds where transaction_id = refunding.id) and r.refund is null),
        id, reason, decided_by
      from refunding returning *
    ), recorded as (${recordRows(ctx, {
      action: "money.refund_asked",
      subject: "money",
      subjectId: sql`refunding.id::text`,
      resellerId: sql`(select reseller_id from payments where id = refunding.payment_id)`,
      journalId: sql`null::bigint`,
      reason: sql`refunding.reason`,
      before: sql`jsonb_build_object('money', case when refunding.keys_id is null then 'suspense' else 'odd' end,
        'why', refunding.why)`,
      after: sql`jsonb_build_object('money', 'refunding', 'gross', refunding.gross::text, 'refund', refund.key)`,
      from: sql`refunding join refund on refund.transaction_id = refunding.id`,
    })})
    select from refunding`);
  if (started.length === 0) throw await changedMeanwhile(ctx, { subject: "money", subjectId: id });
}

/**
 * Has the provider send the money of a paid order back to its customer, all of it: out of its reseller's wallet, which may owe
 * the provider's fee and nothing more; what was paid to the reseller's own account goes from there. Part of its caller's
 * transaction, which has locked the order and checked the rights. An order that was not delivered does it at that moment,
 * whatever is in the wallet (`refund_undelivered` in the database).
 * @returns false while the wallet has too little; it was done before otherwise, or its payer's bank took it back already.
 */
export async function giveBack(
  ctx: Ctx,
  { orderId, reason }: { orderId: number; reason: string },
): Promise<boolean> {
  const [started] = await ctx.db.execute<{ done: boolean }>(sql`
    select refund_order(${orderId}, ${reason}, ${actorName(ctx.actor)}, ${ctx.address ?? null}, false) as done`);
  return started?.done === true;
}

export interface DueRefund extends Record<string, unknown> {
  id: string;
  key: string;
  state: "asked" | "pending" | "attention";
  refund: string | null;
  reason: string;
  provider: ProviderName;
  transaction: string;
  /** What is left of it to be sent back. */
  amount: string;
  currency: string;
  keys_id: string | null;
  /** Whose keys those are. */
  owner: string | null;
}

/**
 * Claims refunds that are due: those that were started are asked for, and those on their way asked after, with pauses that
 * grow. Each is asked for by one process at a time, under a key of its own: whoever is killed is followed by another that
 * asks again under the same key.
 * @param chosen CTEs that end in `chosen (id)`, which says which
 */
export function claimRefunds(ctx: Ctx, chosen: SQL): Promise<readonly DueRefund[]> {
  return ctx.db.execute<DueRefund>(sql`
    with ${chosen},
    claimed as (
      select id from payment_refunds where id in (select id from chosen) and next_try_at <= now() for update skip locked
    )
    update payment_refunds r set tries = tries + 1, next_try_at = now() + ${TURN}
    from claimed, provider_transactions t where r.id = claimed.id and t.id = r.transaction_id
    returning r.id, coalesce(r.asked_as, r.key) as key, r.state, r.refund, r.reason, t.provider, split_part(t.transaction, '+', 1) as transaction,
      t.gross - t.lost as amount, t.currency, t.keys_id, (select reseller_id from provider_keys k where k.id = t.keys_id) as owner`);
}

/** Follows all refunds that are due, one after the other; one that fails keeps no other from being followed. */
export async function followRefunds(ctx: Ctx, using: Providers = configured()): Promise<void> {
  requireSystem(ctx);
  const names = sql.join(
    ["", ...using.keys()].map((name) => sql`${name}`),
    sql`, `,
  );
  const due = await claimRefunds(
    ctx,
    sql`chosen as (
      select r.id from payment_refunds r join provider_transactions t on t.id = r.transaction_id
      where r.next_try_at <= now() and (t.keys_id is not null or t.provider in (${names})) order by r.next_try_at)`,
  );
  for (const one of due)
    await followRefund(ctx, one, using).catch((error: unknown) =>
      log.error("payment.refund_not_followed", { provider: one.provider, key: one.key, error }),
    );
}

export const AskRefundAgainInput = z.object({ id: Id });
export type AskRefundAgainInput = z.input<typeof AskRefundAgainInput>;

/** Has the provider asked at once what became of a refund. Admins only. @throws not_found when none is on its way */
export async function askRefundAgain(ctx: Ctx, input: AskRefundAgainInput): Promise<void> {
  requireAdmin(ctx, "money");
  const { id } = AskRefundAgainInput.parse(input);
  const due = await ctx.db.execute(sql`
    with due as (
      update payment_refunds set next_try_at = case when state = 'asked' then next_try_at else least(next_try_at, now()) end
      where transaction_id = ${id} and state not in ('done', 'failed') returning id
    )
    select pg_notify('payment', '') from due`);
  if (due.length === 0) throw notFound("refund");
}

export const EndRefundInput = z.object({ id: Id, reason: Reason });
export type EndRefundInput = z.input<typeof EndRefundInput>;

/**
 * Ends a refund that the provider cannot send by itself, when it was stopped there: the money is in suspense again. Above the
 * daily sum it needs approval. Admins only. @throws conflict when it needs no attention (any more)
 */
export async function endRefund(ctx: Ctx, input: EndRefundInput): Promise<Waiting | undefined> {
  requireAdmin(ctx, "money");
  const { id, reason } = EndRefundInput.parse(input);
  const [money] = await ctx.db.execute<{ gross: string }>(
    sql`select gross from provider_transactions where id = ${id}`,
  );
  if (!money) throw notFound("refund");
  const movement = { kind: "refund" as const, amount: BigInt(money.gross), reason, about: id };
  return orPropose(ctx, movement, (tx) => stopRefund(tx, { id, reason }));
}

/** Ends it; the caller has checked the rights. Throws what `endRefund` does. */
export function stopRefund(ctx: Ctx, { id, reason }: { id: number; reason: string }): Promise<undefined> {
  return inTransaction(ctx, async (tx) => {
    await endProposals(tx, "refund", id);
    const [stuck] = await tx.db.execute<{ id: string }>(sql`
      select id from payment_refunds where transaction_id = ${id} and state = 'attention' for update`);
    if (!stuck) throw await changedMeanwhile(tx, { subject: "money", subjectId: id });
    await note(tx, stuck, { state: "failed", refund: null, why: reason, raw: null, reason });
    return undefined;
  });
}

/** Keys stay while a refund is on its way, so one that finds them gone was never asked for. */
const FORGOTTEN = "The keys of this account were removed. Send the money back from the account itself.";

/** Asks a provider about a claimed refund and writes its answer down. @returns why there is no clear answer */
export async function followRefund(ctx: Ctx, due: DueRefund, using: Providers): Promise<string | undefined> {
  const { key, provider: name } = due;
  try {
    if (due.keys_id !== null && due.refund === null && (await areForgotten(ctx, Number(due.keys_id)))) {
      await note(ctx, due, { state: "failed", refund: null, why: FORGOTTEN, raw: null });
      return undefined;
    }
    const own = due.keys_id === null ? undefined : await providerByKeys(ctx, Number(due.keys_id));
    const provider = (due.keys_id === null ? using : own?.using)?.get(name);
    if (!provider) throw new PaymentUnanswered(name, "its keys are not set");
    const told =
      due.refund === null ? await provider.refund(whatOf(due)) : await provider.refundState(due.refund);
    await note(ctx, due, toldOf(due, told));
    return undefined;
  } catch (error) {
    if (error instanceof PaymentRefused && due.refund === null) {
      await note(ctx, due, { state: "failed", refund: null, why: error.why, raw: null });
      return undefined;
    }
    if (!(error instanceof PaymentRefused || error instanceof PaymentUnanswered)) throw error;
    log.warn("payment.refund_unanswered", { provider: name, key, why: error.why });
    return error.why;
  }
}

const whatOf = ({ transaction, amount, currency, key, reason }: DueRefund) => ({
  ...{ transaction, currency, key, reason },
  amount: BigInt(amount),
});

interface Told {
  state: Refund["state"];
  refund: string | null;
  why: string | null;
  raw: string | null;
  /** Of the admin who ended it. */
  reason?: string;
}

function toldOf(
  { amount: asked, currency, provider }: DueRefund,
  { id, state, amount, currency: of, raw }: Refund,
): Told {
  const name = PROVIDER_NAMES[provider];
  const same = amount === BigInt(asked) && of === currency;
  const other = `${name} says that ${of} ${groupedText(amount, of)} go back.`;
  if (!same) return { state: "attention", refund: id, why: other, raw };
  const words = { failed: `${name} could not send it.`, attention: `${name} cannot send it by itself.` };
  return { state, refund: id, why: state === "failed" || state === "attention" ? words[state] : null, raw };
}

/** Writes down what became of a refund, and with it of the money; once, whoever else heard the same. */
async function note(
  ctx: Ctx,
  { id }: Pick<DueRefund, "id">,
  { state, refund, why, raw, reason }: Told,
): Promise<void> {
  const pause =
    state === "attention" ? sql`interval '1 hour'` : sql`interval '30 seconds' * power(2, least(tries, 10))`;
  const next =
    state === "done" || state === "failed" ? sql`null` : sql`now() + least(interval '6 hours', ${pause})`;
  await inTransaction(ctx, async (tx) => {
    // Locks in this order: approval requests, the refund, the money; approving one does the same.
    await tx.db.execute(sql`
      select from decisions where kind = 'refund' and ended_at is null
        and about = (select transaction_id::text from payment_refunds where id = ${id}) for update`);
    const [was] = await tx.db.execute<{ state: string; transaction_id: string }>(
      sql`select state, transaction_id from payment_refunds where id = ${id} for update`,
    );
    if (!was || was.state === "done" || was.state === "failed") return;
    await tx.db.execute(sql`
      update payment_refunds set state = ${state}, refund = coalesce(refund, ${refund}), why = ${why},
        raw = coalesce(${raw}, raw), next_try_at = ${next},
        changed_at = case when state = ${state} then changed_at else now() end
      where id = ${id}`);
    if (was.state === state) return;
    await endProposals(tx, "refund", was.transaction_id);
    await tellOrder(tx, id);
    if (state === "pending") return;
    const it = sql`where id = (select transaction_id from payment_refunds where id = ${id}) and state = 'refunding'`;
    const becomes = {
      done: sql`update provider_transactions set state = 'refunded' ${it} returning *`,
      failed: sql`update provider_transactions
        set state = case when keys_id is null then 'suspense' else 'odd' end, decided_at = null, decided_by = null, reason = null
        ${it} returning *`,
      attention: sql`select * from provider_transactions ${it}`,
    };
    await tx.db.execute(sql`
      with money as (${becomes[state]}), house as (${writeHouse(
        "refunded",
        { suspense: sql`of.gross - of.lost`, clearing: sql`of.lost - of.gross` },
        sql`select money.*, null::bigint as journal_id from money where state = 'refunded' and keys_id is null`,
      )})
      ${recordRows(tx, {
        action: {
          done: "money.refunded",
          failed: "money.refund_failed",
          attention: "money.refund_attention",
        }[state],
        subject: "money",
        subjectId: sql`money.id::text`,
        resellerId: sql`(select reseller_id from payments where id = money.payment_id)`,
        journalId: sql`null::bigint`,
        reason: sql`${reason ?? null}::text`,
        before: sql`jsonb_build_object('refund', ${was.state}::text)`,
        after: sql`jsonb_build_object('refund', ${state}::text, 'money', money.state, 'why', ${why}::text)`,
        from: sql`money`,
      })}`);
  });
}

/** Whoever looks at the order sees how its refund is doing. */
async function tellOrder(ctx: Ctx, id: string): Promise<void> {
  await ctx.db.execute(sql`
    update orders set changed_at = now() from payment_refunds r
      join provider_transactions t on t.id = r.transaction_id join payments p on p.id = t.payment_id
    where r.id = ${id} and orders.id = p.order_id`);
}
