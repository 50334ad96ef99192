import { sql } from "drizzle-orm";
import { z } from "zod";
import { prepareQuery } from "#db/prepare-query";
import { type BuyerIds, getBuyerIds, selectBuyerVersion } from "#lib/account/reseller/lock-buyer";
import { isTokenValid } from "#lib/account/token/token";
import type { CatalogueVersion } from "#lib/catalogue/get-catalogue";
import type { Ctx, Level } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { getHelperPermissions } from "#lib/core/helper-permission";
import type { Minor } from "#lib/core/money/money";
import { instant, int, minor, parseRows, readRow, readRows, textOf } from "#lib/core/read-rows";
import { type PlanOutage, PlanOutageRow, selectPlanOutage, toPlanOutage } from "#lib/outage/find-plan-outage";
import { isDelivered } from "#lib/purchase/queue/choose-supplier";
import { getSureWait, readExpectedWait, selectQueueState } from "#lib/purchase/queue/queue";
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
  const plans = new Map(
    offers.map(({ plan: { id }, price, commission }) => [id, { id, price: String(price - commission) }]),
  );
  const asking = offers.flatMap(({ asks, ref, phone, plan: { id } }) => (asks ? [{ ref, phone, id }] : []));
  const most = getMaxQueued(namespace);
  const rows = await selectFacts(ctx.db, {
    ...ids,
    ...{ namespace, most, channels: namespace === "batch" ? "{batch}" : "{web,shop,api}" },
    ...{ plans: JSON.stringify([...plans.values()]), asking: JSON.stringify(asking) },
  });
  const [row] = parseRows(FactsRow, rows);
  if (!row) throw notFoundError("account");
  const { version, catalogue, queue, ...read } = row;
  const sureWait = row.waiting < most ? getSureWait(queue, channel) : undefined;
  const facts = {
    ...read,
    spender: row.spender && {
      ...row.spender,
      ownSpent: row.spender.dailyLimit === null ? 0n : await readSpent(ctx, ids),
    },
    wait: sureWait ?? (await readExpectedWait(ctx, buyer.id, channel)),
    plans: await toPlanFacts(ctx, row.plans ?? []),
    duplicates: new Map(Object.entries(row.duplicates ?? {})),
  };
  return { facts, version, catalogue };
}

type FactsValues = BuyerIds &
  Record<"namespace" | "channels" | "plans" | "asking", string> & { most: number };

const PlanRow = z.object({ id: int, accepted: z.boolean(), delivered: z.boolean() });
type PlanRow = z.output<typeof PlanRow>;

/** A token has no permissions, a helper no limits but the daily one, and a former helper neither. */
const SpenderRow = z.object({
  kind: textOf<Spender["kind"]>(),
  valid: z.boolean(),
  dailyLimit: minor.nullable(),
  purchaseLimit: minor.nullable().default(null),
  networkIds: z.array(int).nullable().default(null),
  numbers: z.array(z.string()).nullable().default(null),
  permissions: z
    .array(z.string())
    .nullish()
    .transform((stored) => getHelperPermissions(stored ?? [])),
});

const FactsRow = z.object({
  version: z.object({ buyer: z.string(), wallet: z.string(), dispatcher: z.string() }),
  catalogue: z.object({ version: int, changedAt: instant }),
  closed: z.boolean(),
  state: textOf<PlacementFacts["state"]>(),
  level: textOf<Level>(),
  agentVersion: z.string().nullable(),
  wallet: minor,
  dailyLimit: minor.nullable(),
  spent: minor,
  spender: SpenderRow.nullable(),
  waiting: int,
  queue: z.object({ length: int, delay: z.number(), gap: z.number() }),
  plans: z.array(PlanRow).nullable(),
  duplicates: z.record(z.string(), z.string()).nullable(),
});

const selectFacts = prepareQuery<FactsValues>(
  (v) => sql`
    select
      jsonb_build_object('buyer', ${selectBuyerVersion()}, 'wallet', w.xmin,
        'dispatcher', (select xmin from dispatcher)) as version,
      (select jsonb_build_object('version', version, 'changedAt', changed_at) from catalogue) as catalogue,
      r.state, r.level, r.state = 'closed' or owners.closed_at is not null as closed,
      case when r.parent_id is not null then agent_terms_version(r.parent_id) end as agent_version,
      w.wallet, r.daily_limit, ${spentToday(sql`w`)} as spent,
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

const Spent = z.object({ spent: minor });

async function readSpent({ db }: Ctx, { resellerId, tokenId, helperId }: BuyerIds): Promise<Minor> {
  const spender = tokenId === null ? { helperId: sql`${helperId}` } : { tokenId: sql`${tokenId}` };
  const { spent } = await readRow(db, Spent)`
    select ${spentBy({ resellerId: sql`${resellerId}`, ...spender })} as spent`;
  return spent;
}

const OutageRow = z.object({ id: int, outage: PlanOutageRow.nullable() });

async function toPlanFacts(ctx: Ctx, rows: readonly PlanRow[]): Promise<Map<number, PlanFacts>> {
  const doubtful = rows.filter(({ accepted, delivered }) => !accepted || !delivered).map(({ id }) => id);
  const outages = new Map<number, PlanOutage>();
  if (doubtful.length > 0)
    for (const { id, outage } of await readRows(ctx.db, OutageRow)`
      select id, ${selectPlanOutage(sql`o.id`)} as outage
      from unnest(${`{${doubtful.join()}}`}::integer[]) as o (id)`)
      if (outage) outages.set(id, toPlanOutage(outage));
  return new Map(
    rows.map(({ id, accepted, delivered }) => [id, { accepted, delivered, outage: outages.get(id) }]),
  );
}
