import { randomBytes } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type { Catalogue } from "#lib/catalogue/catalogue";
import type { Ctx } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";
import { buildOrderRef, createPurchaseRef, incrementRef } from "#lib/purchase/place/refs";
import { SAMPLE_BATCH_ID, writeSampleIssues } from "./sample-issues.ts";
import { buildEntries, buildJournals, reversalTime, type SampleJournal } from "./sample-ledger.ts";
import { generatePurchases, type SamplePurchase, type SampleSeller } from "./sample-purchases.ts";

interface SampleContext {
  catalogue: Catalogue;
  sellers: readonly SampleSeller[];
  adminId: number;
  /** The operator's present upstream balance, in minor units. */
  upstreamBalance: Minor;
}

const PURCHASE_STATES = {
  delivered: "successful",
  failed: "failed",
  cancelled: "failed",
  reversed: "reversed",
  unknown: "unconfirmed",
} as const;

/**
 * Writes sixty days of sample history into an empty database, in the caller's transaction: purchases with
 * their attempts, funding, orders of the shop. The ledger is balanced, as `kiosk check` shows.
 */
export async function writeSampleHistory(ctx: Ctx, around: SampleContext): Promise<void> {
  const samples = generatePurchases(around.catalogue, around.sellers, new Date()).map((sample, index) => ({
    ...sample,
    id: index + 1,
    ident: `DT${randomBytes(8).toString("hex").toUpperCase()}`,
    code: `sample${String(index).padStart(14, "0")}`,
  }));
  const moves = buildJournals(samples);
  const postings = buildEntries(moves);
  const holds = new Map(
    moves.flatMap((move, at) => (move.kind === "hold" ? [[move.purchase, at] as const] : [])),
  );
  const walletAfter = (id: number) => postings[2 * (holds.get(id) ?? 0)]?.balance ?? 0n;
  const rows = (table: object[], columns: SQL) =>
    sql`jsonb_to_recordset(${stringifyRows(table)}::jsonb) r(${columns})`;

  await ctx.db.execute(sql`
    insert into purchases (
      id, ident, reseller_id, ref, namespace, channel, level,
      plan_id, network_id, network_name, type_name, size, volume, validity, phone,
      price, cost, selling_price, wallet_before, wallet_after,
      state, placed_at, deadline_at, settled_at, settled_by, outcome, reversed_at, batch_id
    )
    overriding system value
    select
      id, ident, reseller_id, ref,
      case channel when 'shop' then 'order' when 'batch' then 'batch' else 'buyer' end, channel, level,
      plan_id, network_id, network_name, type_name, size, volume, validity, phone,
      price, cost, selling_price, wallet + price, wallet,
      state, placed_at, placed_at + interval '15 minutes', settled_at, settled_by, outcome, reversed_at,
      batch_id
    from ${rows(
      samples.map((sample) => buildPurchaseRow(sample, walletAfter(sample.id))),
      sql`
        id bigint, ident text, reseller_id bigint, ref text, channel text, level text,
        plan_id int, network_id int, network_name text, type_name text,
        size text, volume text, validity text, phone text,
        price bigint, cost bigint, selling_price bigint, wallet bigint, state text,
        placed_at timestamptz, settled_at timestamptz, settled_by text, outcome text,
        reversed_at timestamptz, batch_id bigint`,
    )}
    order by id`);
  await ctx.db.execute(sql`
    insert into attempts (
      supplier_id, purchase_id, worker, claimed_at, answered_at, result, note, http_status,
      cost, amount, balance_before, balance_after
    )
    select
      1, id, 'sample', claimed_at, answered_at, result, note, status,
      cost, case when result = 'successful' then cost end, before, after
    from ${rows(
      buildAttemptRows(samples, around.upstreamBalance),
      sql`
        id bigint, claimed_at timestamptz, answered_at timestamptz, result text, note text, status int,
        cost bigint, before bigint, after bigint`,
    )}
    order by id`);
  await ctx.db.execute(sql`
    insert into journals (id, reseller_id, kind, purchase_id, actor, reason, at) overriding system value
    select id, reseller_id, kind, purchase, actor, reason, at
    from ${rows(
      moves.map((move, index) => ({ id: index + 1, ...buildJournalRow(move, around.adminId) })),
      sql`id bigint, reseller_id bigint, kind text, purchase bigint, actor text, reason text, at timestamptz`,
    )} order by id`);
  await ctx.db.execute(sql`
    insert into entries (journal_id, reseller_id, account, amount, balance)
    select journal, "resellerId", account, amount, balance
    from ${rows(
      postings,
      sql`journal bigint, "resellerId" bigint, account text, amount bigint, balance bigint`,
    )}`);
  await writeBatchesAndAudit(ctx, around, samples);
}

type WrittenSample = SamplePurchase & { id: number; ident: string; code: string };

function buildPurchaseRow({ plan, seller, ...sample }: WrittenSample, wallet: Minor) {
  const { id, ident, code, channel, phone, price, cost, placedAt, settledAt, ending, outcome } = sample;
  const ref =
    channel === "shop" ? buildOrderRef(code) : channel === "api" ? `order-${id}` : createPurchaseRef();
  return {
    id,
    ident,
    ref,
    channel,
    phone,
    price,
    cost,
    wallet,
    // API clients, and sometimes other resellers, record no selling price.
    selling_price: channel === "shop" || (channel !== "api" && id % 9 > 0) ? sellingPriceOf(price) : null,
    reseller_id: seller.id,
    level: seller.level,
    state: PURCHASE_STATES[ending],
    placed_at: placedAt,
    plan_id: plan.id,
    network_id: plan.networkId,
    network_name: plan.networkName,
    type_name: plan.name ?? plan.typeName,
    size: plan.size,
    volume: plan.volume,
    validity: plan.validity,
    settled_at: ending === "unknown" ? null : settledAt,
    settled_by: ending === "unknown" ? null : ending === "cancelled" ? "cancelled" : "answer",
    outcome: outcome || null,
    batch_id: channel === "batch" ? SAMPLE_BATCH_ID : null,
    reversed_at: ending === "reversed" ? reversalTime(settledAt) : null,
  };
}

/** A tenth above the reseller's price, in whole tens. */
const sellingPriceOf = (price: Minor) => ((price * 110n) / 100n / 1_000n + 1n) * 1_000n;

/** Builds the upstream's responses, whose balance falls to today's; above 1,500,000.00 lies a deposit. */
function buildAttemptRows(samples: readonly WrittenSample[], now: Minor) {
  let balance = now;
  return samples
    .filter(({ ending }) => ending !== "cancelled")
    .reverse()
    .map(({ id, ending, cost, placedAt, settledAt }) => {
      const charged = ending !== "failed";
      const after = balance;
      const before = after + (charged ? cost : 0n);
      balance = before > 150_000_000n ? before - 100_000_000n : before;
      const unknown = ending === "unknown";
      return {
        id,
        cost,
        claimed_at: new Date(placedAt.getTime() + 200),
        answered_at: settledAt,
        ...(unknown
          ? { result: "unconfirmed", note: "connection reset", status: null, before: null, after: null }
          : {
              result: charged ? "successful" : "failed",
              note: null,
              status: charged ? 200 : 422,
              before,
              after,
            }),
      };
    });
}

function buildJournalRow({ resellerId, kind, purchase, at }: SampleJournal, adminId: number) {
  const actor = { credit: `admin:${adminId}`, hold: `reseller:${resellerId}`, reversal: `admin:${adminId}` };
  const reason = { credit: "Bank transfer", reversal: "The network took the data back." };
  return {
    reseller_id: resellerId,
    kind,
    purchase,
    at,
    actor: kind in actor ? actor[kind as keyof typeof actor] : "system:dispatch",
    reason: kind in reason ? reason[kind as keyof typeof reason] : null,
  };
}

/** Writes the rows that follow from those: wallets, records, funding requests, orders of the shop. */
async function writeBatchesAndAudit(
  ctx: Ctx,
  { adminId }: SampleContext,
  samples: readonly WrittenSample[],
): Promise<void> {
  await ctx.db.execute(sql`
    update wallets w set wallet = b.wallet, held = b.held, sales = b.sales, funding = b.funding from (
      select reseller_id, coalesce(sum(amount) filter (where account = 'wallet'), 0) as wallet,
        coalesce(sum(amount) filter (where account = 'held'), 0) as held,
        coalesce(sum(amount) filter (where account = 'sales'), 0) as sales,
        coalesce(sum(amount) filter (where account = 'funding'), 0) as funding
      from entries group by reseller_id) b where b.reseller_id = w.reseller_id`);
  await ctx.db.execute(sql`
    insert into audit (at, actor, action, subject, subject_id, reseller_id, journal_id, reason, after)
    select
      j.at, j.actor,
      case j.kind
        when 'credit' then 'wallet.credited'
        when 'hold' then 'purchase.placed'
        when 'settle' then 'purchase.successful'
        when 'release' then 'purchase.failed'
        else 'purchase.reversed'
      end,
      case when p.id is null then 'wallet' else 'purchase' end, coalesce(p.ident, j.reseller_id::text),
      j.reseller_id, j.id, j.reason, jsonb_build_object('wallet', e.balance::text)
    from journals j
    left join purchases p on p.id = j.purchase_id
    left join entries e on e.journal_id = j.id and e.account = 'wallet'
    order by j.id`);
  await ctx.db.execute(sql`
    insert into funding_requests (
      reseller_id, ref, amount, bank_reference, state, journal_id, requested_at, decided_at, decided_by
    )
    select
      j.reseller_id, 'sample-' || j.id, e.amount, 'TRF' || lpad((j.id * 7919 % 1000000)::text, 6, '0'),
      'approved', j.id, j.at - interval '15 minutes', j.at, j.actor
    from journals j
    join entries e on e.journal_id = j.id and e.account = 'wallet'
    where j.kind = 'credit'
    order by j.id`);
  await ctx.db.execute(sql`
    insert into funding_requests (reseller_id, ref, amount, bank_reference, requested_at)
    select id, 'sample-open', 2500000, 'TRF482913', now() - interval '6 minutes'
    from resellers
    order by id
    limit 1`);
  await writeSampleOrders(ctx, samples);
  await writeSampleIssues(ctx, { adminId });
  for (const table of ["purchases", "journals"])
    await ctx.db.execute(
      sql`select setval(
        pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.identifier(table)}))`,
    );
  await ctx.db.execute(sql`
    insert into upstream_adjustments (supplier_id, amount, earliest, latest, reason, actor)
    -- The next purchase may have been sent before this one was answered.
    select
      1, before - after, least(answered_at, claimed_at), greatest(answered_at, claimed_at), 'Bank transfer',
      ${`admin:${adminId}`}
    from (
      select
        answered_at, balance_after as after,
        lead(claimed_at) over w as claimed_at, lead(balance_before) over w as before
      from attempts
      where balance_after is not null
      window w as (order by id)
    ) chain
    where before - after > 50000000`);
}

/** An order's reference, which has six letters and digits, none of them 0 or 1; unique below 100,000. */
const orderReference = (id: SQL) =>
  sql`'k' || translate(lpad((${id} * 7919 % 100000)::text, 5, '0'), '01', 'xy')`;

/** The names that customers of the shop give. */
const SHOP_CUSTOMERS = [
  "Bisi",
  "Emeka",
  "Halima",
  "Mr Johnson",
  "Ngozi",
  "Kunle",
  "Mama Tope",
  "Ibrahim",
  "Chioma",
];

/** Writes an order for each purchase of a shop; failed ones are refunded. */
async function writeSampleOrders(ctx: Ctx, samples: readonly WrittenSample[]): Promise<void> {
  const orders = samples
    .filter(({ channel }) => channel === "shop")
    .map(({ id, code, ending, price }) => {
      const failed = ending === "failed" || ending === "cancelled";
      const ref = buildOrderRef(code);
      return {
        id,
        code,
        selling_price: sellingPriceOf(price),
        failed,
        ref,
        delivery: failed ? incrementRef(ref) : ref,
      };
    });
  await ctx.db.execute(sql`
    insert into orders (
      code, shop_id, reseller_id, ref, reference,
      plan_id, network_id, network_name, type_name, size, volume, validity, phone,
      customer_name, price, payment, reason,
      placed_at, pay_by, paid_at, changed_at, delivery_ref, purchase_id, delivered_ref
    )
    select
      o.code, shops.id, p.reseller_id, o.ref, ${orderReference(sql`p.id`)},
      p.plan_id, p.network_id, p.network_name, p.type_name, p.size, p.volume, p.validity, p.phone,
      (${`{${SHOP_CUSTOMERS.join()}}`}::text[])[(p.id % ${SHOP_CUSTOMERS.length}::int) + 1], o.selling_price,
      case when o.failed then 'refunded' else 'received' end,
      case when o.failed then 'The network is busy. Your money is back.' end,
      p.placed_at - interval '9 minutes', p.placed_at + interval '2 hours', p.placed_at, p.settled_at,
      o.delivery, case when not o.failed then p.id end, case when not o.failed then o.delivery end
    from jsonb_to_recordset(${stringifyRows(orders)}::jsonb)
      o(id bigint, code text, selling_price bigint, failed boolean, ref text, delivery text)
    join purchases p on p.id = o.id
    join shops on shops.reseller_id = p.reseller_id
    order by o.id`);
  // Two that their customers haven't paid yet, for plans and numbers that were ordered before.
  await ctx.db.execute(sql`
    insert into orders (
      code, shop_id, reseller_id, ref, reference,
      plan_id, network_id, network_name, type_name, size, volume, validity, phone,
      customer_name, price, placed_at, pay_by, delivery_ref
    )
    select
      'waits' || lpad(id::text, 15, '0'), shop_id, reseller_id, 'waits-' || id,
      ${orderReference(sql`(id + 50000)`)},
      plan_id, network_id, network_name, type_name, size, volume, validity, phone,
      customer_name, price, now() - interval '4 minutes', now() + interval '116 minutes', 'waits-' || id
    from orders
    where payment = 'received'
    order by id desc
    limit 2`);
}

const stringifyRows = (rows: readonly object[]) =>
  JSON.stringify(rows, (_name, value) => (typeof value === "bigint" ? String(value) : value));
