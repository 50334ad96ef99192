import { type SQL, sql } from "drizzle-orm";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { getNetworkPrefixes } from "#lib/catalogue/network-prefixes";
import { type Ctx, requireReseller } from "#lib/core/context";
import { buildLastNetworkQuery } from "#lib/purchase/place/duplicates";

/**
 * Builds the id of the network that a number in E.164 is likely on: of the acting reseller's last delivery to
 * it, else of its first digits; null where neither is known.
 */
export async function buildLikelyNetwork(ctx: Ctx): Promise<(phone: SQL) => SQL<number | null>> {
  const { id } = requireReseller(ctx, "batches");
  const { networks } = await getCatalogue(ctx);
  const cases = networks.flatMap((network) =>
    Object.entries(Object.groupBy(getNetworkPrefixes(network.name), ({ length }) => length)).map(
      ([length, prefixes = []]) => ({ length: Number(length), prefixes, networkId: network.id }),
    ),
  );
  return (phone) => {
    const last = buildLastNetworkQuery(sql`${id}`, phone);
    if (cases.length === 0) return sql`${last}`;
    const whens = cases.map(
      ({ length, prefixes, networkId }) =>
        sql`when left(${phone}, ${length}::integer) in ${prefixes} then ${networkId}::integer`,
    );
    return sql`coalesce(${last}, case ${sql.join(whens, sql` `)} end)`;
  };
}
