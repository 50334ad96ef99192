import { z } from "zod";
import { type Ctx, requireBuyer } from "#lib/core/context";
import { parseMoney } from "#lib/core/money";
import type { Catalogue } from "./catalogue.ts";
import { current } from "./current.ts";
import { inNaturalOrder } from "./natural-order.ts";
import { type PlanView, planView } from "./plan-view.ts";
import { matchesWords } from "./search.ts";

const id = z.coerce.number<string | number>().int().positive().optional().catch(undefined);
const price = z
  .union([z.bigint(), z.string().transform((text) => parseMoney(text))])
  .optional()
  .catch(undefined);

/** Filters of the price list, as they stand in an address; one that makes no sense is no filter. */
export const ListInput = z.object({
  network: id,
  /** A plan type's id (section 4.2); some services use one id on several networks. */
  type: id,
  /** The normalised validity ("Monthly"), or the raw one. */
  validity: z.string().trim().max(60).optional().catch(undefined),
  /** In minor units, or as decimal text. */
  min: price,
  max: price,
  words: z.string().trim().max(100).optional().catch(undefined),
});
export type ListInput = z.infer<typeof ListInput>;

export interface PlanListView {
  plans: PlanView[];
  /** The choices of the filter bar: everything on sale, whatever the filters. */
  networks: { id: number; name: string }[];
  types: { id: number; networkId: number; name: string }[];
  validities: string[];
  /** What was switched off, and what buyers are to read of it. */
  off: OffView[];
  /** When the prices are from; null before the first list came. */
  syncedAt: Date | null;
  /** Whether plans can be bought now: the list is fresh. */
  fresh: boolean;
  /** Since when no newer list could be had; null while it is fresh. */
  staleSince: Date | null;
}

/** Everything, a network or a type of it that is switched off. */
export interface OffView {
  /** "MTN", "MTN SME"; null is everything. */
  what: string | null;
  message: string;
}

/** The price list of the acting reseller's level: network, type, size, price. @throws not_found for others. */
export async function list(ctx: Ctx, input: ListInput): Promise<PlanListView> {
  const { level } = requireBuyer(ctx);
  const catalogue = await current(ctx);
  const { plans, syncedAt, fresh, staleSince } = catalogue;
  const onSale = inNaturalOrder([...plans.values()].flatMap((plan) => planView(plan, level) ?? []));
  return {
    plans: onSale.filter((plan) => fits(plan, input)),
    networks: unique(onSale, ({ networkId }) => networkId).map(({ networkId: id, networkName: name }) => ({
      id,
      name,
    })),
    types: unique(onSale, ({ networkId, typeId }) => `${networkId} ${typeId}`).map(
      ({ typeId: id, networkId, typeName: name }) => ({ id, networkId, name }),
    ),
    validities: [...new Set(onSale.map(validityOf))].filter(Boolean),
    off: offNow(catalogue),
    syncedAt,
    fresh,
    staleSince,
  };
}

/** What is switched off; only one entry while everything is. */
function offNow({ networks, types, terms }: Catalogue): OffView[] {
  const off = terms.switches.filter((one) => one.off);
  const all = off.find(({ networkId }) => networkId === null);
  if (all) return [{ what: null, message: all.message }];
  return off.map(({ networkId, typeId, message }) => {
    const network = networks.find(({ id }) => id === networkId)?.name ?? "";
    const type = types.find((one) => one.networkId === networkId && one.id === typeId)?.name;
    return { what: type ? `${network} ${type}` : network, message };
  });
}

function fits(plan: PlanView, { network, type, validity, min, max, words }: ListInput): boolean {
  return (
    (network === undefined || plan.networkId === network) &&
    (type === undefined || plan.typeId === type) &&
    (!validity || [plan.validity, plan.validityNormalized].some((one) => alike(one, validity))) &&
    (min === undefined || plan.price >= min) &&
    (max === undefined || plan.price <= max) &&
    (!words || matchesWords(plan, words))
  );
}

const alike = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
const validityOf = (plan: PlanView) => plan.validityNormalized || plan.validity;

/** One plan of each key, in their order. */
function unique(plans: PlanView[], key: (plan: PlanView) => number | string): PlanView[] {
  return [...new Map(plans.map((plan) => [key(plan), plan])).values()];
}
