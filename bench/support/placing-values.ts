import type postgres from "postgres";
import type { PurchaseView } from "#lib/purchase/read/purchase-view";
import type { CapturedStatement, VaryingValues } from "./pgbench.ts";

/** Reads the versions of two wallets, which placing compares, with their expression in a script. */
export async function readWalletVersions(
  sql: postgres.Sql,
  ids: readonly [number, number],
): Promise<VaryingValues[number]> {
  const read = async (id: number) =>
    (await sql`select xmin::text as version from wallets where reseller_id = ${id}`)[0]?.version;
  const expression = "(select xmin::text from wallets where reseller_id = :reseller)";
  return [await read(ids[0]), await read(ids[1]), expression];
}

/** Builds the lists of purchases in two captures, with the drawn ref and number in place of the first one's. */
export function buildListValues(
  [one, two]: readonly [readonly CapturedStatement[], readonly CapturedStatement[]],
  first: Pick<PurchaseView, "ref" | "phoneE164"> | undefined,
): VaryingValues {
  const findLists = (sent: readonly CapturedStatement[]) =>
    sent.flatMap(({ parameters }) => parameters.filter((value) => /^\[{.*"ref"/.test(String(value))));
  const secondLists = findLists(two);
  return findLists(one).map((list, n) => {
    // The space keeps pgbench from taking numbers for variables.
    const text = `'${String(list).replaceAll('":', '": ')}'`;
    const drawn = `replace(replace(${text}, '${first?.ref}', (:ref)::text), '${first?.phoneE164}', '+' || :phone)`;
    return [list, secondLists[n], drawn];
  });
}
