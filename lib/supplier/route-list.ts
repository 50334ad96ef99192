import { sql } from "drizzle-orm";
import { z } from "zod";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { formatPlanLabel } from "#lib/catalogue/plan-label";
import { requireAdmin } from "#lib/core/context";
import { defineList, type RowOf } from "#lib/core/list/list";
import { buildWhere } from "#lib/core/list/page";
import { formatDecimal, type Minor } from "#lib/core/money/money";
import { int, minor, readRows, textOf } from "#lib/core/read-rows";
import { containsText } from "#lib/core/text/search-text";
import { SearchText } from "#lib/core/text/single-line-text";

const STATE_CONDITIONS = {
  match: sql.raw("state = 'match'"),
  open: sql.raw("open"),
  cost: sql.raw("state = 'cost'"),
  plan: sql.raw("state = 'plan'"),
  ignored: sql.raw("ignored"),
  gone: sql.raw("delisted_at is not null"),
};
/** Selects the cost of a route's plan at the supplier that lists it; null where that is this one. */
const listedCost = (supplierId: number) =>
  sql`(select own_cost from plans where plans.id = p.plan_id and listed_by <> ${supplierId})`;

/** Conditions on a route's cost beside that of the plan's own supplier. */
const COST_CONDITIONS = {
  cheaper: (supplierId: number) => sql`cost < ${listedCost(supplierId)}`,
  dearer: (supplierId: number) => sql`cost > ${listedCost(supplierId)}`,
};
type RouteFilterCost = keyof typeof COST_CONDITIONS;

export type RouteFilterState = keyof typeof STATE_CONDITIONS;

/** See `route_state` in the database. `closed`: it is matched, but the supplier doesn't sell it now. */
export type RouteState = "open" | "match" | "cost" | "plan" | "closed" | "ignored" | "gone";

const RouteRow = z.object({
  id: int,
  /** Its number among all that the filters find. */
  place: int,
  total: int,
  networkName: z.string(),
  typeName: z.string(),
  size: z.string(),
  volume: z.string(),
  validity: z.string(),
  cost: minor.nullable(),
  confirmedCost: minor.nullable(),
  planId: int.nullable(),
  state: textOf<RouteState>(),
  isAutomatic: z.boolean(),
  /** The texts of its plan when it was matched, and now. */
  matchedTexts: z.string().nullable(),
  planTexts: z.string().nullable(),
  isChargedMore: z.boolean(),
});

/** Lists the plans of a supplier with the portal's plan that each delivers. Admins only. */
export const createRouteList = (supplierId: number) =>
  defineList({
    allow: requireAdmin,
    filter: {
      state: z.enum(Object.keys(STATE_CONDITIONS) as [RouteFilterState, ...RouteFilterState[]]),
      price: z.enum(Object.keys(COST_CONDITIONS) as [RouteFilterCost, ...RouteFilterCost[]]),
      q: SearchText,
    },
    order: "oldest",
    pageSize: 25,
    read: async (ctx, { state, price, q }, slice) => {
      const plans = (await getCatalogue(ctx)).plans;
      const conditions = [
        ...(price === undefined ? [] : [COST_CONDITIONS[price](supplierId)]),
        ...(state === undefined ? [] : [sql`(${STATE_CONDITIONS[state]})`]),
        ...(q === undefined
          ? []
          : [
              sql`(
                ${containsText(sql`concat_ws(' ', network_name, size || volume, type_name, validity)`, q)}
                or ${containsText(sql`concat_ws(' ', network_name, size, volume, type_name, validity)`, q)}
                or p.id::text = ${q})`,
            ]),
      ];
      const rows = await readRows(ctx.db, RouteRow)`
        select
          p.*, plan_texts(plan_id) as plan_texts, matched_by is not distinct from 'same' as is_automatic,
          closed_for is not distinct from 'charged' as is_charged_more
        from (
          select p.*, row_number() over (order by id) as place, count(*) over () as total
          from (
            select r.*, r.supplier_plan_id as id, route_state(r) as state
            from routes r
            where r.supplier_id = ${supplierId}
          ) p
          ${buildWhere(conditions)}
        ) p
        ${buildWhere(slice.conditions)}
        order by ${slice.orderBy}
        limit ${slice.limit}`;
      return slice.page(rows, ({ planId, ...row }) => {
        const plan = planId === null ? undefined : plans.get(planId);
        return {
          ...row,
          supplierId,
          plan: plan && {
            id: plan.id,
            label: formatPlanLabel(plan),
            cost: plan.listedBy === supplierId ? null : plan.ownCost,
          },
        };
      });
    },
    file: {
      name: `supplier-${supplierId}-plans`,
      columns: {
        "supplier plan": ({ id }) => id,
        network: ({ networkName }) => networkName,
        type: ({ typeName }) => typeName,
        size: ({ size, volume }) => `${size} ${volume}`.trim(),
        validity: ({ validity }) => validity,
        cost: ({ cost }) => formatOptional(cost),
        "confirmed cost": ({ confirmedCost }) => formatOptional(confirmedCost),
        state: ({ state }) => state,
        plan: ({ plan }) => plan?.id ?? null,
        matched: ({ plan, isAutomatic }) => (plan ? (isAutomatic ? "automatically" : "by an admin") : null),
        "plan name": ({ plan }) => plan?.label ?? null,
        "matched plan name": ({ matchedTexts }) => matchedTexts,
        "main supplier cost": ({ plan }) => formatOptional(plan?.cost ?? null),
      },
    },
  });
export type RouteView = RowOf<ReturnType<typeof createRouteList>>;

const formatOptional = (minor: Minor | null) => (minor === null ? null : formatDecimal(minor));
