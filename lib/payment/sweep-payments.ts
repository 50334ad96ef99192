import { type SQL, sql } from "drizzle-orm";
import { type Ctx, requireSystem } from "#lib/core/context";
import { chooseFairly, firstOfEach } from "#lib/core/fair-claim";
import { type Lane, runDue } from "#lib/core/lane";
import type { LaneName } from "#lib/core/lane-names";
import { log } from "#lib/core/log";
import { MAY_RETURN_DAYS } from "./charge-back.ts";
import { configured, type Providers } from "./configured.ts";
import { providerByKeys } from "./own-keys.ts";
import { PaymentUnanswered, PROVIDERS, type ProviderName, type Verified } from "./provider.ts";
import { claimRefunds, type DueRefund, followRefund } from "./refund.ts";
import { sweepAccounts } from "./sweep-accounts.ts";
import { verifyPayment } from "./verify-payment.ts";

/** How much one process asks a provider at once; how many resellers' own ones, one question each. */
const SLOTS = { operator: 4, own: 8 };
/** Whether confirmed money still stands is asked one by one: there is much of it, and none of it is urgent. */
const MAX_MONEY = 1;
const LOOK_EVERY_MS = 10_000;
/** Longer than a provider may take for all questions of one item, and shorter than a refund is one process's alone. */
const DEADLINE_MS = 120_000;
const STOP_MS = 5_000;

/** So long after it came, a payer's bank may take money back. */
const MAY_GO = sql`interval '60 days'`;

/** So long after its time, a payment that ended is asked for no more by itself. */
const KEPT_IN_SIGHT = sql`interval '3 days'`;

/** Whose account is asked: the operator's at one provider, or resellers' own at any. */
export type PaymentsOf = ProviderName | "own";

interface Asked {
  provider: ProviderName;
  /** The reseller's own keys; null where the operator's are asked by. */
  keysId: string | null;
  /** Whose keys those are. */
  owner: string | null;
}

type Item = Asked &
  (
    | { kind: "refund"; id: string; refund: DueRefund }
    | { kind: "notice"; id: string; reference: string | null; transaction: string | null; tries: number }
    | { kind: "payment"; id: string; reference: string }
    | { kind: "money"; id: string; transaction: string }
  );

/** A table with the columns `provider` and `keys_id`, and when an item of it is due. */
interface Queue {
  table: SQL;
  dueAt: SQL;
}

/** What a claim of one kind is given: CTEs that end in `chosen (id)`. */
interface Choose {
  from(queue: Queue): SQL;
  /** Of a query of all that is due: `id`, `keys_id`, `provider` and `due_at`. */
  among(due: SQL): SQL;
}

/**
 * Verifies what notices admit, and what is open and due again, with pauses that grow: a lost notice only delays. Follows
 * refunds too and, slowly, looks whether money that was confirmed still stands. Each provider has a lane of its own, and
 * resellers' own accounts have one in which each reseller has one question at a time: who does not answer holds up nobody else.
 */
export function paymentLane(ctx: Ctx, of: PaymentsOf, using: () => Providers = configured): Lane<Item> {
  const lane: LaneName = `payments_${of}`;
  const slots = of === "own" ? SLOTS.own : SLOTS.operator;
  // Each kind begins in its turn, so that many of one leave slots to the others.
  // A reseller's own account is not ours to watch.
  const kinds = [dueRefunds, dueNotices, duePayments, ...(of === "own" ? [] : [dueMoney])];
  return {
    name: lane,
    async claim(underWay) {
      if (of !== "own" && !using().has(of)) return { items: [] };
      const items: Item[] = [];
      for (const kind of kinds) {
        const free = slots - underWay.length - items.length;
        const money = underWay.filter(({ item }) => item.kind === "money").length;
        const room = kind === dueMoney ? Math.min(free, MAX_MONEY - money) : free;
        if (room <= 0) continue;
        const busy = [...underWay.map(({ item }) => item), ...items].flatMap(({ owner }) => owner ?? []);
        items.push(...(await kind(ctx, chooser(lane, of, { room, busy }))));
      }
      kinds.push(...kinds.splice(0, 1));
      return { items };
    },
    keyOf: ({ kind, id }) => `${kind} ${id}`,
    handle: (item) => handle(ctx, item, using()),
    deadlineMs: DEADLINE_MS,
    everyMs: LOOK_EVERY_MS,
    stopMs: STOP_MS,
  };
}

/** Asks about all that is due now, account numbers included. */
export async function sweepPayments(ctx: Ctx, using: Providers = configured()): Promise<void> {
  requireSystem(ctx);
  for (const of of [...PROVIDERS, "own"] as const)
    await runDue(
      ctx,
      paymentLane(ctx, of, () => using),
    );
  await sweepAccounts(ctx, using);
}

function chooser(lane: LaneName, of: PaymentsOf, { room, busy }: { room: number; busy: string[] }): Choose {
  if (of !== "own") {
    const next = (due: SQL) => sql`chosen as (${due} order by due_at, id limit ${room})`;
    return {
      from: ({ table, dueAt }) =>
        next(sql`select id, ${dueAt} as due_at from ${table}
          where keys_id is null and provider = ${of} and ${dueAt} is not null and ${dueAt} <= now()`),
      among: (due) => next(sql`select id, due_at from (${due}) d where keys_id is null and provider = ${of}`),
    };
  }
  const fairly = (first: SQL) => chooseFairly({ lane, first, room, busy });
  return {
    from: ({ table, dueAt }) =>
      fairly(
        firstOfEach({
          ...{ table, key: sql`keys_id`, dueAt, open: sql`keys_id is not null and ${dueAt} is not null` },
          ...{
            may: sql`true`,
            ownerOf: (key) => sql`(select reseller_id from provider_keys where id = ${key})`,
          },
        }),
      ),
    among: (due) =>
      fairly(sql`select distinct on (owner) d.id, k.reseller_id as owner, d.due_at from (${due}) d
        join provider_keys k on k.id = d.keys_id order by owner, d.due_at, d.id`),
  };
}

const OWNER = sql`(select reseller_id from provider_keys k where k.id = keys_id) as owner`;

async function dueRefunds(ctx: Ctx, choose: Choose): Promise<Item[]> {
  const due = sql`select r.id, t.keys_id, t.provider, r.next_try_at as due_at from payment_refunds r
    join provider_transactions t on t.id = r.transaction_id where r.next_try_at <= now()`;
  const rows = await claimRefunds(ctx, choose.among(due));
  return rows.map((refund) => ({
    ...{ kind: "refund", id: refund.id, refund },
    ...{ provider: refund.provider, keysId: refund.keys_id, owner: refund.owner },
  }));
}

type Row<Columns extends string> = Record<Columns | "id", string> & {
  provider: ProviderName;
  keys_id: string | null;
  owner: string | null;
};

const asked = ({ provider, keys_id: keysId, owner }: Row<never>): Asked => ({ provider, keysId, owner });

/** The next notices; each is due again later in case this process ends before it has dealt with it. */
async function dueNotices(ctx: Ctx, choose: Choose): Promise<Item[]> {
  const rows = await ctx.db.execute<
    Row<never> & { reference: string | null; transaction: string | null; tries: number }
  >(sql`
    with ${choose.from({ table: sql`payment_notices`, dueAt: sql`next_try_at` })}
    update payment_notices set tries = tries + 1,
      next_try_at = now() + least(interval '6 hours', interval '20 seconds' * power(2, least(tries, 12)))
    where id in (select id from payment_notices where id in (select id from chosen) and next_try_at <= now() for update skip locked)
    returning id, provider, keys_id, ${OWNER}, reference, transaction, tries`);
  return rows.map((row) => {
    const { id, reference, transaction, tries } = row;
    return { kind: "notice", ...asked(row), id, reference, transaction, tries };
  });
}

async function duePayments(ctx: Ctx, choose: Choose): Promise<Item[]> {
  const rows = await ctx.db.execute<Row<"reference">>(sql`
    with ${choose.from({ table: sql`payments`, dueAt: sql`next_check_at` })}
    update payments set checks = checks + 1,
      next_check_at = case
        when state = 'started' then now() + least(interval '1 hour', interval '30 seconds' * power(2, least(checks, 10)))
        when expires_at > now() - ${KEPT_IN_SIGHT} then now() + interval '6 hours' end
    where id in (select id from payments where id in (select id from chosen) and next_check_at <= now() for update skip locked)
    returning id, provider, keys_id, ${OWNER}, reference`);
  return rows.map((row) => ({ kind: "payment", ...asked(row), id: row.id, reference: row.reference }));
}

/** Money that was confirmed, due again after as long as it has been here. */
async function dueMoney(ctx: Ctx, choose: Choose): Promise<Item[]> {
  const rows = await ctx.db.execute<Row<"transaction">>(sql`
    with ${choose.from({ table: sql`provider_transactions`, dueAt: sql`next_check_at` })}
    update provider_transactions set next_check_at = case
      when reversed_at is not null and restored_at is null
        then case when reversed_at > now() - make_interval(days => ${MAY_RETURN_DAYS}) then now() + interval '1 day' end
      when state in ('credited', 'assigned', 'suspense', 'refunding') and seen_at > now() - ${MAY_GO}
        then now() + greatest(interval '1 day', now() - seen_at) end
    where id in (
      select id from provider_transactions where id in (select id from chosen) and next_check_at <= now() for update skip locked)
    returning id, provider, null as keys_id, null as owner, split_part(transaction, '+', 1) as transaction`);
  return rows.map((row) => ({ kind: "money", ...asked(row), id: row.id, transaction: row.transaction }));
}

/** @throws PaymentUnanswered when nothing definite is known, and what the database throws */
async function handle(ctx: Ctx, item: Item, using: Providers): Promise<void> {
  switch (item.kind) {
    case "refund": {
      const why = await followRefund(ctx, item.refund, using);
      if (why !== undefined) throw new PaymentUnanswered(item.provider, why);
      return;
    }
    case "notice":
      return handleNotice(ctx, item, using);
    case "payment":
      await ask(ctx, item, { reference: item.reference }, using);
      return;
    case "money":
      await ask(ctx, item, { transaction: item.transaction }, using);
  }
}

/** A notice is done with when the provider said something definite of what it is about, or nothing eight times. */
async function handleNotice(
  ctx: Ctx,
  notice: Extract<Item, { kind: "notice" }>,
  using: Providers,
): Promise<void> {
  const { id, transaction, reference, tries } = notice;
  // The transaction first: of two under one reference, each is money of its own.
  const byTransaction = transaction !== null && (await perhaps(ask(ctx, notice, { transaction }, using)));
  const said =
    byTransaction !== "paid" && reference !== null
      ? await ask(ctx, notice, { reference }, using)
      : byTransaction;
  if (said === undefined) throw new PaymentUnanswered(notice.provider, "nothing definite");
  const definite = said === "paid" || said === "failed" || said === "reversed";
  if (definite || said === false || tries >= 8)
    await ctx.db.execute(
      sql`update payment_notices set handled_at = now(), next_try_at = null where id = ${id} and handled_at is null`,
    );
}

/** Undefined when the provider gave no clear answer. */
async function perhaps(asked: Promise<Verified["state"]>): Promise<Verified["state"] | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof PaymentUnanswered)) throw error;
    log.warn("payment.unanswered", { provider: error.provider, why: error.why });
    return undefined;
  }
}

/** What the provider says. @throws PaymentUnanswered when it gave no clear answer */
async function ask(
  ctx: Ctx,
  { provider, keysId }: Asked,
  of: { reference: string } | { transaction: string },
  using: Providers,
): Promise<Verified["state"]> {
  if (keysId === null) return verifyPayment(ctx, provider, of, using);
  const own = await providerByKeys(ctx, Number(keysId));
  if (!own) throw new PaymentUnanswered(provider, "its keys were removed");
  return verifyPayment(ctx, provider, of, own.using, own.keysId);
}
