import { sql } from "drizzle-orm";
import { z } from "zod";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { getNetworkPrefixes } from "#lib/catalogue/network-prefixes";
import { type Ctx, requireReseller } from "#lib/core/context";
import { int, readRow } from "#lib/core/read-rows";
import { formatNetworkName } from "#lib/core/text/display-name";
import { buildLastNetworkQuery } from "./duplicates.ts";

/**
 * Suggests the network of a number in E.164: the one that the acting reseller last delivered on, else the one
 * that its first digits were assigned to.
 * @returns null when neither is known, or isn't sold now.
 */
export async function suggestNetwork(ctx: Ctx, phone: string): Promise<{ id: number; name: string } | null> {
  const { id } = requireReseller(ctx, "sell");
  const [{ plans }, { last }] = await Promise.all([
    getCatalogue(ctx),
    readRow(ctx.db, z.object({ last: int.nullable() }))`
      select ${buildLastNetworkQuery(sql`${id}`, sql`${phone}`)} as last`,
  ]);
  for (const { networkId, networkName } of plans.values()) {
    const isIt =
      last === null
        ? getNetworkPrefixes(networkName).some((prefix) => phone.startsWith(prefix))
        : networkId === last;
    if (isIt) return { id: networkId, name: formatNetworkName(networkName) };
  }
  return null;
}
