import { type SQL, sql } from "drizzle-orm";
import type { ListedAmounts } from "#db/schema/supplier";
import { toTextKey } from "#lib/catalogue/text-key";
import type { Ctx, Level } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import type { ListedPlan, PlanList } from "#lib/upstream/fetch-plans";
import { matchSameRoutes } from "./match-same-routes.ts";

interface ListedSupplier {
  id: number;
  level: Level;
}

export interface AppliedList {
  plans: number;
  /** Added, changed and no longer listed. */
  changed: number;
  matched: number;
}

/**
 * Stores a supplier's list as its routes: set-based, in the caller's transaction. A route whose network, type, size or
 * validity changed is another plan, so it loses its match.
 * @param requestedAt the database's time before the request, as text
 * @param rejectLoss rejects a list that lacks most of the known plans
 * @throws unavailable with the reason when the list can't be trusted
 */
export async function applyPlanList(
  ctx: Ctx,
  { id, level }: ListedSupplier,
  list: PlanList,
  { requestedAt, rejectLoss }: { requestedAt: string; rejectLoss: boolean },
): Promise<AppliedList> {
  const rows = toRouteRows(list, level);
  const ids = sql`${`{${rows.map((row) => row.id).join()}}`}::int[]`;
  if (rows.length === 0)
    throw new PortalError("unavailable", "The supplier’s list was rejected: it is empty.");
  if (rejectLoss) await requireMostPlans(ctx, id, ids);
  const stored = await ctx.db.execute(sql`
    insert into routes as r (supplier_id, supplier_plan_id, network_id, network_name, type_name, size, volume, validity,
      cost, amounts, active, seen_at)
    select ${id}, l.id, l.network_id, l.network_name, l.type_name, l.size, l.volume, l.validity, l.cost, l.amounts, l.active,
      ${requestedAt}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as l (id int, network_id int, network_name text,
      type_name text, size text, volume text, validity text, cost bigint, amounts jsonb, active boolean)
    on conflict (supplier_id, supplier_plan_id) do update set
      network_id = excluded.network_id, network_name = excluded.network_name, type_name = excluded.type_name,
      size = excluded.size, volume = excluded.volume, validity = excluded.validity, cost = excluded.cost,
      amounts = excluded.amounts, active = excluded.active, delisted_at = null, seen_at = excluded.seen_at,
      plan_id = case when (${IS_SAME_PLAN}) then r.plan_id end,
      matched_by = case when (${IS_SAME_PLAN}) then r.matched_by end,
      confirmed_cost = case when (${IS_SAME_PLAN}) then case when (${IS_USUAL}) then r.cost else r.confirmed_cost end end,
      confirmed_at = case when (${IS_USUAL}) then now() else r.confirmed_at end,
      matched_texts = case when (${IS_SAME_PLAN}) then r.matched_texts end,
      closed_for = case when (${IS_SAME_PLAN}) then r.closed_for end,
      ignored = r.ignored and (${IS_SAME_PLAN})
    where r.delisted_at is not null
      or (r.network_id, r.network_name, r.type_name, r.size, r.volume, r.validity, r.cost, r.amounts, r.active) is distinct from
        (excluded.network_id, excluded.network_name, excluded.type_name, excluded.size, excluded.volume,
          excluded.validity, excluded.cost, excluded.amounts, excluded.active)
    returning r.supplier_plan_id`);
  const delisted = await ctx.db.execute(sql`
    update routes set delisted_at = ${requestedAt}::timestamptz
    where supplier_id = ${id} and delisted_at is null and supplier_plan_id <> all (${ids}) returning supplier_plan_id`);
  const matched = await matchSameRoutes(ctx, id);
  return { plans: rows.length, changed: stored.length + delisted.length, matched };
}

/** Whether the listed texts are those that the route was matched by. */
const IS_SAME_PLAN = sql.join(
  [
    ["r.network_name", "excluded.network_name"],
    ["r.type_name", "excluded.type_name"],
    ["r.size || r.volume", "excluded.size || excluded.volume"],
    ["r.validity", "excluded.validity"],
  ].map(([before = "", after = ""]) => sql`${toTextKey(sql.raw(before))} = ${toTextKey(sql.raw(after))}`),
  sql` and `,
);

/** Whether the stored cost counted for a day: small steps over days don't need an admin. */
const IS_USUAL = sql.raw("r.open and r.confirmed_at < now() - interval '1 day'");

interface RouteRow {
  id: number;
  network_id: number;
  network_name: string;
  type_name: string;
  size: string;
  volume: string;
  validity: string;
  /** In minor units, as text: a JSON number has too few digits. */
  cost: string | null;
  amounts: ListedAmounts;
  active: boolean;
}

/** @throws unavailable for the plain list, which has no prices for each level */
function toRouteRows({ source, networks }: PlanList, level: Level): RouteRow[] {
  if (source === "plain")
    throw new PortalError(
      "unavailable",
      "The supplier’s list was rejected: it has no prices for each level. Ask the supplier to restore its filtered list.",
    );
  return networks.flatMap((network) =>
    network.types.flatMap((type) =>
      type.plans.flatMap((plan) =>
        network.id === null
          ? []
          : [
              {
                id: plan.id,
                network_id: network.id,
                network_name: network.name,
                type_name: type.name,
                size: plan.size ?? "",
                volume: plan.volume,
                validity: plan.validity || (plan.validityNormalized ?? ""),
                cost: plan.amounts[level]?.toString() ?? null,
                amounts: toListedAmounts(plan),
                active: [network, type, plan].every(({ active }) => active !== false),
              },
            ],
      ),
    ),
  );
}

const toListedAmounts = ({ amount, amounts }: ListedPlan): ListedAmounts => ({
  standard: String(amount),
  smart_earner: amounts.smart_earner?.toString() ?? null,
  affiliate: amounts.affiliate?.toString() ?? null,
  top_user: amounts.top_user?.toString() ?? null,
  api: amounts.api?.toString() ?? null,
});

async function requireMostPlans(ctx: Ctx, id: number, ids: SQL): Promise<void> {
  const [found] = await ctx.db.execute<{ known: string; kept: string }>(sql`
    select count(*) as known, count(*) filter (where supplier_plan_id = any (${ids})) as kept
    from routes where supplier_id = ${id} and delisted_at is null`);
  const { known, kept } = { known: Number(found?.known), kept: Number(found?.kept) };
  if (kept * 2 < known)
    throw new PortalError(
      "unavailable",
      `The supplier’s list was rejected: ${known - kept} of ${known} plans are missing from it.`,
    );
}
