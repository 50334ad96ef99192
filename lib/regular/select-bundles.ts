import { type SQL, sql } from "drizzle-orm";
import type { Catalogue } from "#lib/catalogue/catalogue";
import { isRefunded } from "#lib/core/purchase-state";
import { getValidityHours } from "./validity-hours.ts";

/** Bundles that end within two days, or that ended in the last week. */
export type BundleTime = "due" | "ended";

const DUE_HOURS = 48;
const ENDED_HOURS = 168;

/** The lengths of bundles as JSON, for a statement that is the same for every catalogue. */
export type BundleLengths<Json = string> = {
  /** Of each, when its purchases were placed, the texts for it and the plans that have it. */
  lengths: Json;
  /** The texts of all. */
  texts: Json;
};

interface BundleLength {
  hours: number;
  texts: Set<string>;
  planIds: number[];
}

/**
 * Selects a reseller's delivered purchases whose bundle ends then, of each number the newest, beside its
 * `renewal`: a later purchase for the number, one that didn't fail first. `id` orders them by their end. Reads
 * a few days of purchases for each length of a bundle, however many there are in all.
 */
export function selectBundles(
  resellerId: number | SQL,
  { lengths, texts }: BundleLengths<string | SQL>,
): SQL {
  return sql`
    select
      floor(extract(epoch from b.ends_at) / 60)::bigint * 100000000 + b.id % 100000000 as id, b.ident,
      b.phone, b.plan_id, b.network_id, b.network_name, b.type_name, b.size, b.volume, b.validity, b.ends_at,
      renewal.ident as renewal_ident, renewal.state as renewal_state, renewal.ending as renewal_ending,
      renewal.is_live as is_renewed, renewal.placed_at as renewed_at
    from jsonb_to_recordset(${lengths}::text::jsonb) as l (
      hours float8, first float8, last float8, texts text[], plan_ids integer[])
    cross join lateral (
      select p.*, p.placed_at + l.hours * interval '1 hour' as ends_at
      from purchases p
      where p.reseller_id = ${resellerId} and p.state = 'successful'
        and p.placed_at > now() - l.first * interval '1 hour'
        and p.placed_at <= now() - l.last * interval '1 hour'
        and (p.validity = any (l.texts) or p.plan_id = any (l.plan_ids)
          and p.validity not in (select jsonb_array_elements_text(${texts}::text::jsonb)))
    ) b
    left join lateral (
      select n.ident, n.state, n.ending, n.placed_at, not ${isRefunded(sql`n.state`)} as is_live
      from purchases n
      where n.phone = b.phone and n.reseller_id = b.reseller_id and n.id > b.id
      order by 5 desc, n.id desc
      limit 1
    ) renewal on true`;
}

/** Lists the lengths of all plans ever listed. A renamed validity counts as the plan's present one. */
export function getBundleLengths({ plans }: Catalogue, time: BundleTime): BundleLengths {
  const byTime = lengthsOfPlans.get(plans) ?? {};
  lengthsOfPlans.set(plans, byTime);
  byTime[time] ??= encodeLengths(groupByLength(plans), time);
  return byTime[time];
}

/** The catalogue in memory changes its plans only as a whole. */
const lengthsOfPlans = new WeakMap<Catalogue["plans"], Partial<Record<BundleTime, BundleLengths>>>();

/** A short bundle is due from the middle of its time on, so that a day's isn't due at once. */
function encodeLengths(lengths: readonly BundleLength[], time: BundleTime): BundleLengths {
  const rows = lengths.map(({ hours, texts, planIds }) => {
    const [first, last] =
      time === "due" ? [hours, hours - Math.min(DUE_HOURS, hours / 2)] : [hours + ENDED_HOURS, hours];
    return { hours, first, last, texts: [...texts], plan_ids: planIds };
  });
  return { lengths: JSON.stringify(rows), texts: JSON.stringify(rows.flatMap(({ texts }) => texts)) };
}

function groupByLength(plans: Catalogue["plans"]): BundleLength[] {
  const lengths = new Map<number, BundleLength>();
  for (const { id, validity, validityNormalized } of plans.values()) {
    const namedHours = getValidityHours(validity);
    const hours = namedHours ?? getValidityHours(validityNormalized);
    if (hours === null) continue;
    const length = lengths.get(hours) ?? { hours, texts: new Set(), planIds: [] };
    if (namedHours !== null) length.texts.add(validity);
    length.planIds.push(id);
    lengths.set(hours, length);
  }
  return [...lengths.values()];
}
