import { type SQL, sql } from "drizzle-orm";
import type { Catalogue } from "#lib/catalogue/catalogue";
import { isRefunded } from "#lib/core/purchase-state";
import { getValidityHours } from "./validity-hours.ts";

/** Bundles that end within two days, or that ended in the last week. */
export type BundleTime = "due" | "ended";

const DUE_HOURS = 48;
const ENDED_HOURS = 168;

/** The bundles of one length, by the texts for it and the plans that have it. */
interface BundleLength {
  hours: number;
  texts: Set<string>;
  planIds: number[];
}

/**
 * Selects a reseller's delivered purchases whose bundle ends then, of each number the newest, beside its
 * `renewal`: a later purchase for the number, one that didn't fail first. A short bundle is due from the
 * middle of its time on, so that a day's isn't due at once. `id` orders them by their end. Reads a few days
 * of purchases for each length of a bundle, however many there are in all.
 */
export function selectBundles(resellerId: number, time: BundleTime, { plans }: Catalogue): SQL {
  const lengths = listLengths(plans);
  const knownTexts = textArray(lengths.flatMap(({ texts }) => [...texts]));
  const ended = lengths.map(({ hours, texts, planIds }) => {
    const [first, last] =
      time === "due" ? [hours, hours - Math.min(DUE_HOURS, hours / 2)] : [hours + ENDED_HOURS, hours];
    return sql`
      select p.*, p.placed_at + ${interval(hours)} as ends_at
      from purchases p
      where p.reseller_id = ${resellerId} and p.state = 'successful'
        and p.placed_at > now() - ${interval(first)} and p.placed_at <= now() - ${interval(last)}
        and (p.validity = any (${textArray([...texts])})
          or p.plan_id = any (${`{${planIds.join()}}`}::integer[]) and p.validity <> all (${knownTexts}))`;
  });
  return sql`
    select
      floor(extract(epoch from b.ends_at) / 60)::bigint * 100000000 + b.id % 100000000 as id, b.ident,
      b.phone, b.plan_id, b.network_id, b.network_name, b.type_name, b.size, b.volume, b.validity, b.ends_at,
      renewal.ident as renewal_ident, renewal.state as renewal_state, renewal.ending as renewal_ending,
      renewal.is_live as is_renewed, renewal.placed_at as renewed_at
    from (${ended.length > 0 ? sql.join(ended, sql` union all `) : NO_BUNDLES}) b
    left join lateral (
      select n.ident, n.state, n.ending, n.placed_at, not ${isRefunded(sql`n.state`)} as is_live
      from purchases n
      where n.phone = b.phone and n.reseller_id = b.reseller_id and n.id > b.id
      order by 5 desc, n.id desc
      limit 1
    ) renewal on true`;
}

const NO_BUNDLES = sql`select p.*, p.placed_at as ends_at from purchases p where false`;

const interval = (hours: number): SQL => sql.raw(`interval '${hours} hours'`);

const textArray = (texts: readonly string[]): SQL =>
  sql`array[${sql.join(
    texts.map((text) => sql`${text}`),
    sql`, `,
  )}]::text[]`;

/** Lists the lengths of all plans ever listed. A renamed validity counts as the plan's present one. */
function listLengths(plans: Catalogue["plans"]): BundleLength[] {
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
