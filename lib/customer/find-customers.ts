import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { hideFromPlanner, prepareQuery } from "#db/prepare-query";
import { type Ctx, requireReseller } from "#lib/core/context";
import { parseRows, readRows } from "#lib/core/read-rows";
import { formatPhone } from "#lib/core/text/phone";
import { beginsWithText, containsText } from "#lib/core/text/search-text";
import { SearchText } from "#lib/core/text/single-line-text";

const MAX_SUGGESTIONS = 6;

export interface CustomerSuggestion {
  name: string;
  /** Grouped for reading. */
  phone: string;
}

/**
 * Finds the acting reseller's customers with `q` in their name or number; names that begin with it come
 * first. Returns none for an invalid search text.
 */
export async function findCustomers(ctx: Ctx, input: { q: string }): Promise<CustomerSuggestion[]> {
  const { id } = requireReseller(ctx, "customers");
  const { data: q } = SearchText.safeParse(input.q);
  if (!q) return [];
  const rows = await readRows(ctx.db, Named)`
    select p.name, p.phone
    from customers p
    where p.reseller_id = ${id} and ${matchCustomer(q, false)}
    order by ${beginsWithText(sql`p.name`, q)} desc, lower(p.name), p.id
    limit ${MAX_SUGGESTIONS}`;
  return rows.map(({ name, phone }) => ({ name, phone: formatPhone(phone) }));
}

const Named = z.object({ phone: z.string(), name: z.string() });

/** Builds the condition that a customer `p` has a text in their name or number, or also in their note. */
export function matchCustomer(q: string, inNote = true): SQL {
  const finds = [containsText(sql`p.name`, q)];
  if (inNote) finds.push(containsText(sql`p.note`, q));
  // People type a number with its zero, which E.164 doesn't have.
  const digits = q.replace(/[\s().+-]/g, "");
  if (/^\d+$/.test(digits)) finds.push(sql`strpos(p.phone, ${digits.replace(/^0+(?=\d)/, "")}) > 0`);
  return sql`(${sql.join(finds, sql` or `)})`;
}

/** Reads the acting reseller's names for the numbers of `rows`, by number in E.164, where there are any. */
export async function getCustomerNames(
  ctx: Ctx,
  rows: readonly { phoneE164: string | null }[],
): Promise<Map<string, string>> {
  const { id } = requireReseller(ctx, "customers");
  const phones = rows.flatMap(({ phoneE164 }) => phoneE164 ?? []);
  if (phones.length === 0) return new Map();
  const named = parseRows(Named, await selectNames(ctx.db, { id, phones: `{${phones.join()}}` }));
  return new Map(named.map(({ phone, name }) => [phone, name]));
}

const selectNames = prepareQuery<{ id: number; phones: string }>(
  ({ id, phones }) => sql`
    select phone, name
    from customers
    where reseller_id = ${id} and phone = any (${phones}::text[]) and name <> ''`,
);

/** Whether the acting reseller has customers. */
export async function hasCustomers(ctx: Ctx): Promise<boolean> {
  const { id } = requireReseller(ctx);
  const [row] = await selectHasCustomers(ctx.db, { id });
  return row?.some === true;
}

const selectHasCustomers = prepareQuery<{ id: number }>(
  ({ id }) => sql`select exists (select from customers where reseller_id = ${hideFromPlanner(id)}) as some`,
);
