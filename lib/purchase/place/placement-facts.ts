import { sql } from "drizzle-orm";
import { prepareQuery } from "#db/prepare-query";
import { type BuyerIds, getBuyerIds, selectBuyerVersion } from "#lib/account/reseller/lock-buyer";
import { isTokenValid } from "#lib/account/token/token";
import type { CatalogueVersion } from "#lib/catalogue/get-catalogue";
import type { Ctx } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { getHelperPermissions } from "#lib/core/helper-permission";
import type { Minor } from "#lib/core/money/money";
import { type PlanOutageRow, selectPlanOutage, toPlanOutage } from "#lib/outage/find-plan-outage";
import { isDelivered } from "#lib/purchase/queue/choose-supplier";
import { getSureWait, type QueueState, readExpectedWait, selectQueueState } from "#lib/purchase/queue/queue";
import { acceptsPurchases } from "./accepts-purchases.ts";
import { spentBy, spentToday } from "./daily-spending.ts";
import { selectLatestDuplicate } from "./duplicates.ts";
import type { Offer, Placing } from "./offer.ts";
import { getMaxQueued, type PlacementFacts, type PlanFacts, type Spender } from "./placement-rules.ts";

/** With every change of what the rules read about a buyer or the dispatcher, one of these changes too. */
export interface FactsVersion {
  buyer: string;
  wallet: string;
  dispatcher: string;
}

interface ReadFacts {
  facts: PlacementFacts;
  version: FactsVersion;
  catalogue: CatalogueVersion;
}

/**
 * Reads what the rules depend on. What few purchases need is read after the rest: `version` covers it too.
 * @throws not_found for an account without a reseller
 */
export async function readPlacementFacts(
  ctx: Ctx,
  { buyer, namespace, channel }: Placing,
  offers: readonly Offer[],
): Promise<ReadFacts> {
  const ids = getBuyerIds(buyer);
  const plans = new Map(offers.map(({ plan: { id }, price }) => [id, { id, price: String(price) }]));
  const asking = offers.flatMap(({ asks, ref, phone, plan: { id } }) => (asks ? [{ ref, phone, id }] : []));
  const most = getMaxQueued(namespace);
  const [row] = await selectFacts(ctx.db, {
    ...ids,
    ...{ namespace, most, channels: namespace === "batch" ? "{batch}" : "{web,shop,api}" },
    ...{ plans: JSON.stringify([...plans.values()]), asking: JSON.stringify(asking) },
  });
  if (!row) throw notFoundError("account");
  const { version, catalogue, closed, state, level, waiting, queue } = row;
  const sureWait = waiting < most ? getSureWait(queue, channel) : undefined;
  const facts = {
    ...{ closed, state, level, waiting },
    wallet: BigInt(row.wallet),
    dailyLimit: toMinor(row.dailyLimit),
    spent: BigInt(row.spent),
    spender: row.spender && (await toSpender(ctx, row.spender, ids)),
    wait: sureWait ?? (await readExpectedWait(ctx, buyer.id, channel)),
    plans: await toPlanFacts(ctx, row.plans ?? []),
    duplicates: new Map(Object.entries(row.duplicates ?? {})),
  };
  return {
    facts,
    version,
    catalogue: { version: Number(catalogue.version), changedAt: new Date(catalogue.changedAt) },
  };
}

type FactsValues = BuyerIds &
  Record<"namespace" | "channels" | "plans" | "asking", string> & { most: number };

interface PlanRow extends Omit<PlanFacts, "outage"> {
  id: number;
}

/** Money is text. */
interface FactsRow extends Pick<PlacementFacts, "closed" | "state" | "level" | "waiting"> {
  version: FactsVersion;
  catalogue: { version: string; changedAt: string };
  wallet: string;
  dailyLimit: string | null;
  spent: string;
  spender: SpenderRow | null;
  queue: QueueState;
  plans: PlanRow[] | null;
  duplicates: Record<string, string> | null;
}

interface SpenderRow extends Omit<Spender, "dailyLimit" | "purchaseLimit" | "permissions" | "ownSpent"> {
  dailyLimit: string | null;
  purchaseLimit: string | null;
  permissions: string[] | null;
}

const selectFacts = prepareQuery<FactsValues, FactsRow>(
  (v) => sql`
    select
      jsonb_build_object('buyer', ${selectBuyerVersion()}, 'wallet', w.xmin,
        'dispatcher', (select xmin from dispatcher)) as version,
      (select jsonb_build_object('version', version, 'changedAt', changed_at) from catalogue) as catalogue,
      r.state, r.level, r.state = 'closed' or owners.closed_at is not null as closed,
      w.wallet, r.daily_limit as "dailyLimit", ${spentToday(sql`w`)} as spent,
      case
        when ${v.tokenId}::bigint is not null then jsonb_build_object(
          'kind', 'token', 'valid', coalesce(${isTokenValid()}, false),
          'dailyLimit', tokens.daily_limit::text, 'purchaseLimit', tokens.purchase_limit::text,
          'networkIds', tokens.network_ids, 'numbers', tokens.numbers)
        when ${v.helperId}::bigint is not null then jsonb_build_object(
          'kind', 'helper', 'valid', helpers.id is not null and accounts.closed_at is null,
          'dailyLimit', helpers.daily_limit::text, 'permissions', helpers.permissions)
      end as spender,
      (
        select count(*)::integer
        from (
          select
          from purchases
          where state = 'queued' and reseller_id = r.id and channel = any (${v.channels}::text[])
          limit ${v.most}::integer
        ) own
      ) as waiting,
      ${selectQueueState()} as queue,
      (
        select jsonb_agg(jsonb_build_object('id', o.id,
          'accepted', ${acceptsPurchases(sql`${v.namespace}::text`, OFFERED)},
          'delivered', ${isDelivered(OFFERED)}))
        from jsonb_to_recordset(${v.plans}::text::jsonb) as o (id integer, price bigint)
      ) as plans,
      (
        select jsonb_object_agg(o.ref, o.ident) filter (where o.ident is not null)
        from (
          select o.ref, ${selectLatestDuplicate(sql`r.id`, { phone: sql`o.phone`, planId: sql`o.id` })} as ident
          from jsonb_to_recordset(${v.asking}::text::jsonb) as o (ref text, phone text, id integer)
        ) o
      ) as duplicates
    from resellers r
    join accounts owners on owners.id = r.id
    join wallets w on w.reseller_id = r.id
    left join tokens on tokens.id = ${v.tokenId}::bigint and tokens.reseller_id = r.id
    left join helpers on helpers.id = ${v.helperId}::bigint and helpers.reseller_id = r.id
    left join accounts on accounts.id = helpers.id
    where r.id = ${v.resellerId}::bigint`,
);
const OFFERED = { planId: sql`o.id`, price: sql`o.price` };

const toMinor = (text: string | null | undefined): Minor | null =>
  text === null || text === undefined ? null : BigInt(text);

async function toSpender(ctx: Ctx, row: SpenderRow, ids: BuyerIds): Promise<Spender> {
  return {
    ...row,
    networkIds: row.networkIds ?? null,
    numbers: row.numbers ?? null,
    dailyLimit: toMinor(row.dailyLimit),
    purchaseLimit: toMinor(row.purchaseLimit),
    permissions: getHelperPermissions(row.permissions ?? []),
    ownSpent: row.dailyLimit === null ? 0n : await readSpent(ctx, ids),
  };
}

async function readSpent({ db }: Ctx, { resellerId, tokenId, helperId }: BuyerIds): Promise<Minor> {
  const spender = tokenId === null ? { helperId: sql`${helperId}` } : { tokenId: sql`${tokenId}` };
  const [row] = await db.execute<{ spent: string }>(
    sql`select ${spentBy({ resellerId: sql`${resellerId}`, ...spender })} as spent`,
  );
  return BigInt(row?.spent ?? 0);
}

async function toPlanFacts(ctx: Ctx, rows: readonly PlanRow[]): Promise<Map<number, PlanFacts>> {
  const doubtful = rows.filter(({ accepted, delivered }) => !accepted || !delivered).map(({ id }) => id);
  const outages = new Map<number, PlanOutageRow>();
  if (doubtful.length > 0)
    for (const { id, outage } of await ctx.db.execute<{ id: number; outage: PlanOutageRow | null }>(sql`
      select id, ${selectPlanOutage(sql`o.id`)} as outage
      from unnest(${`{${doubtful.join()}}`}::integer[]) as o (id)`))
      if (outage) outages.set(id, outage);
  return new Map(
    rows.map(({ id, accepted, delivered }) => {
      const outage = outages.get(id);
      return [id, { accepted, delivered, outage: outage && toPlanOutage(outage) }];
    }),
  );
}
