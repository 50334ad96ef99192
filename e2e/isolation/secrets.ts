import { sql } from "drizzle-orm";
import { z } from "zod";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { getLevelPrice, getQuote } from "#lib/catalogue/price/price";
import { type Ctx, LEVELS, requireReseller } from "#lib/core/context";
import { getPriceTerms } from "#lib/core/price-list/agent-terms";
import { readRows } from "#lib/core/read-rows";
import { TABLES } from "#lib/modules";
import { asReseller } from "#lib/testing/scene";

/** Rows that both of a pair may read. */
const SHARED_TABLES = ["agents", "agent_transfers"];

type Row = Record<string, unknown>;

/** Reads what a reseller may read of all rows about them, by table, except those about `without` too. */
export async function readOwnRows({ db }: Ctx, of: number, without?: number): Promise<Map<string, Row[]>> {
  const rows = new Map<string, Row[]>();
  for (const [table, { personalData }] of Object.entries(TABLES)) {
    if ("none" in personalData || !personalData.account) continue;
    const exceptShared =
      without === undefined ? sql`` : sql`and not coalesce(${personalData.account(without)}, false)`;
    const records = await readRows(db, z.object({ row: z.string() }))`
      select (to_jsonb(t) - ${`{${(personalData.without ?? []).join()}}`}::text[])::text as row
      from ${sql.identifier(table)} t
      where ${personalData.account(of)} ${exceptShared}
      order by 1`;
    rows.set(
      table,
      records.map(({ row }) => JSON.parse(row) as Row),
    );
  }
  return rows;
}

/** Lists the texts of rows that name their owner: with the mark, a number of 10 digits, a long code or an address. */
function listTexts(value: unknown, mark: string): string[] {
  if (value && typeof value === "object")
    return Object.values(value).flatMap((each) => listTexts(each, mark));
  if (typeof value !== "string" || /^\d{4}-\d\d-\d\dT/.test(value)) return [];
  const names = value.includes(mark) || /\d{10}|[A-Z\d]{12}|[\da-f-]{16}|@/.test(value);
  return names ? [value] : [];
}

/** Lists the amounts in minor units of columns that no other may read: an agent's purchases earn the parent a part. */
function listAmounts(rows: readonly Row[]): bigint[] {
  return rows.flatMap((row) =>
    Object.entries(row).flatMap(([name, value]) =>
      AMOUNT_COLUMNS.test(name) && typeof value === "number" && value >= 1_000 ? [BigInt(value)] : [],
    ),
  );
}

const AMOUNT_COLUMNS = /^(selling_price|wallet|held|amount|max_price|balance|value)$/;

/** Texts and amounts that only one reseller, or the pair that they are of, may read. */
export interface Secrets {
  texts: string[];
  amounts: bigint[];
}

interface Owner {
  id: number;
  name: string;
  mark: string;
}

/**
 * Lists the texts of the rows of `of` that those of `others` don't have, and the amounts that nor those of `viewer`
 * have. The names of accounts, and rows that both of a pair may read, don't count.
 */
export async function listSecrets(
  ctx: Ctx,
  of: Owner,
  { viewer, others }: { viewer: Owner; others: readonly Owner[] },
): Promise<Secrets> {
  const read = async ({ id }: Owner) => [...(await readOwnRows(ctx, id))];
  const isShared = ([table]: [string, Row[]]) => SHARED_TABLES.includes(table);
  const tablesOfOwner = await read(of);
  const seen = await read(viewer);
  const foreign = (await Promise.all(others.map(read))).flat();
  const textsOf = (tables: [string, Row[]][]) => tables.flatMap(([, rows]) => listTexts(rows, of.mark));
  const knownTexts = new Set([of.name, ...textsOf(tablesOfOwner.filter(isShared)), ...textsOf(foreign)]);
  const amountsOf = (tables: [string, Row[]][]) => tables.flatMap(([, rows]) => listAmounts(rows));
  const seenAmounts = new Set([...amountsOf(tablesOfOwner.filter(isShared)), ...amountsOf(seen)]);
  return {
    texts: [...new Set(textsOf(tablesOfOwner))].filter((text) => !knownTexts.has(text)),
    amounts: [...new Set(amountsOf(tablesOfOwner))].filter((amount) => !seenAmounts.has(amount)),
  };
}

/** Finds secrets in a payload: texts also as parts and numbers of phones in any spelling, amounts by their kobo. */
export function findSecrets(payload: string, { texts, amounts }: Secrets): string[] {
  const joined = payload.replace(/[\s\u00a0\u202f-]|&nbsp;/g, "");
  const spelled = payload.replaceAll(/(?<=\d),(?=\d{3})/g, "");
  const secrets = texts.filter((text) =>
    /^\+234\d{10}$/.test(text) ? joined.includes(text.slice(4)) : payload.includes(text),
  );
  const sums = amounts.filter((amount) => {
    const [units, kobo] = [amount / 100n, String(amount % 100n).padStart(2, "0")];
    return new RegExp(`(?<![\\d.])${units}\\.${kobo}(?!\\d)|(?:\\$n|[":] ?-?)${amount}(?![\\d.])`).test(
      spelled,
    );
  });
  return [...secrets, ...sums.map(String)];
}

/** Lists what an agent may not read of prices: of all levels, costs and commissions, but for the sums that they pay. */
export async function listHiddenPrices(ctx: Ctx, agent: number): Promise<bigint[]> {
  const terms = getPriceTerms(requireReseller(await asReseller(ctx, agent)));
  const plans = [...(await getCatalogue(ctx)).plans.values()];
  const paid = new Set(plans.map((plan) => getQuote(plan, terms).price));
  const all = plans.flatMap((plan) => [
    plan.cost,
    getQuote(plan, terms).commission,
    ...LEVELS.map((level) => getLevelPrice(plan, level)),
  ]);
  return [...new Set(all)].filter((amount) => typeof amount === "bigint" && !paid.has(amount)) as bigint[];
}
