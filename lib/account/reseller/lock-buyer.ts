import { type SQL, sql } from "drizzle-orm";
import type { Buyer } from "#lib/core/context";

/** Returns the ids of the rows that say whether and how a buyer may buy. */
export const getBuyerIds = (buyer: Buyer) => ({
  resellerId: buyer.id,
  tokenId: buyer.kind === "token" ? buyer.tokenId : null,
  helperId: buyer.kind === "helper" ? buyer.helperId : null,
});
export type BuyerIds = ReturnType<typeof getBuyerIds>;

/** Selects a text that changes with each of these rows, which are null where there is none. */
export const selectBuyerVersion = (): SQL =>
  sql`concat_ws(' ', r.xmin, tokens.xmin, helpers.xmin, accounts.xmin)`;

/**
 * Builds a query for the reseller's `id` if none of these rows has changed since `version`; without one, in
 * any case. It locks them, so that a parallel restriction, revocation or limit waits and then finds the
 * purchase.
 */
export function selectLockedBuyer(
  kind: Buyer["kind"],
  { resellerId, tokenId, helperId }: { [Name in keyof BuyerIds]: SQL },
  version?: SQL,
): SQL {
  const [joins, versions] = {
    reseller: [sql``, sql`r.xmin`],
    token: [
      sql`join tokens on tokens.id = ${tokenId}::bigint and tokens.reseller_id = r.id`,
      sql`r.xmin, tokens.xmin`,
    ],
    helper: [
      sql`join helpers on helpers.id = ${helperId}::bigint and helpers.reseller_id = r.id
        join accounts on accounts.id = helpers.id`,
      sql`r.xmin, helpers.xmin, accounts.xmin`,
    ],
  }[kind] as [SQL, SQL];
  return sql`select r.id
    from resellers r ${joins}
    where r.id = ${resellerId}::bigint ${version ? sql`and concat_ws(' ', ${versions}) = ${version}` : sql``}
    for no key update`;
}
