import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Catalogue, Plan } from "#lib/catalogue/catalogue";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { type PlanView, toPlanView } from "#lib/catalogue/plan-view";
import { getOfferedPrice, getQuote } from "#lib/catalogue/price/price";
import { type Ctx, requireBuyer } from "#lib/core/context";
import { getPriceTerms } from "#lib/core/price-list/agent-terms";
import type { PriceTerms } from "#lib/core/price-list/price-terms";
import { instant, int, readRows } from "#lib/core/read-rows";
import { isTryWaiting } from "./is-line-paused.ts";
import { formatLineName } from "./line.ts";

/** A plan type of which purchases fail, so that it isn't sold, as buyers see it. */
export interface PausedType {
  networkId: number;
  typeId: number;
  /** "MTN SME", or "Part of MTN SME" where another supplier delivers some of its plans. */
  what: string;
  since: Date;
  /** When one purchase may try it; null where none may. */
  probeAt: Date | null;
  /** Whether one purchase may be placed now to try it. */
  isTryable: boolean;
  plans: PlanView[];
}

/** Lists the plan types that outages stop at a buyer's prices, the oldest outage first. For everyone. */
export async function listPausedTypes(
  ctx: Ctx,
  terms: PriceTerms,
  catalogue?: Catalogue,
): Promise<PausedType[]> {
  const { plans } = catalogue ?? (await getCatalogue(ctx));
  const paused = [...plans.values()].filter((plan) => getQuote(plan, terms).reason === "paused");
  if (paused.length === 0) return [];
  const states = await readStates(ctx);
  const sold = [...plans.values()].filter((plan) => getQuote(plan, terms).reason === null);
  return [...Map.groupBy(paused, ({ networkId, typeId }) => `${networkId} ${typeId}`)]
    .flatMap(([key, ofType]) => {
      const state = states.get(key);
      const isPart = sold.some(({ networkId, typeId }) => `${networkId} ${typeId}` === key);
      return state ? toPausedType(ofType, terms, state, isPart) : [];
    })
    .toSorted((a, b) => a.since.getTime() - b.since.getTime());
}

/** Lists the same at the acting buyer's prices. @throws not_found for others */
export async function listOwnPausedTypes(ctx: Ctx): Promise<PausedType[]> {
  return listPausedTypes(ctx, getPriceTerms(requireBuyer(ctx, "sell")));
}

const StateRow = z.object({
  networkId: int,
  typeId: int,
  since: instant,
  probeAt: instant.nullable(),
  isTryable: z.boolean(),
});
type StateRow = z.output<typeof StateRow>;

async function readStates({ db }: Ctx): Promise<ReadonlyMap<string, StateRow>> {
  const rows = await readRows(db, StateRow)`
    select
      l.network_id, l.type_id, min(l.began_at) as since,
      min(l.probe_at)::text as "probeAt",
      coalesce(min(l.probe_at) <= now(), false) and not ${isTryWaiting(sql`min(l.plan_id)`)} as "isTryable"
    from line_pauses l
    group by l.network_id, l.type_id`;
  return new Map(rows.map((row) => [`${row.networkId} ${row.typeId}`, row]));
}

function toPausedType(
  ofType: readonly Plan[],
  terms: PriceTerms,
  state: StateRow,
  isPart: boolean,
): PausedType {
  const { networkId, typeId, since, probeAt, isTryable } = state;
  const [first] = ofType;
  const name = first ? formatLineName(first.networkName, first.typeName) : "";
  return {
    networkId,
    typeId,
    what: isPart ? `Part of ${name}` : name,
    since,
    probeAt,
    isTryable,
    plans: ofType.flatMap((plan) => toPlanView(plan, terms, getOfferedPrice) ?? []),
  };
}
