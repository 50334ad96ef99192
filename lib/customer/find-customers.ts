import { type SQL, sql } from "drizzle-orm";
import { customers } from "#db/schema/customer";
import { type Ctx, requireReseller } from "#lib/core/context";
import { groupedPhone } from "#lib/core/phone";
import { SearchText } from "#lib/core/words";

/** So many are offered at once. */
const OFFERED = 6;

/** A customer to choose while a number is typed. */
export interface OfferedCustomer {
  name: string;
  /** Grouped for reading. */
  phone: string;
}

/**
 * The acting reseller's customers whose name or number has `q` in it; those whose name begins so come first. Nothing for
 * what is no text to look for.
 */
export async function findCustomers(ctx: Ctx, input: { q: string }): Promise<OfferedCustomer[]> {
  const { id } = requireReseller(ctx);
  const { data: q } = SearchText.safeParse(input.q);
  if (!q) return [];
  const rows = await ctx.db.execute<{ name: string; phone: string }>(sql`
    select p.name, p.phone from customers p where p.reseller_id = ${id} and ${found(q, false)}
    order by starts_with(lower(p.name), ${q.toLowerCase()}) desc, lower(p.name), p.id limit ${OFFERED}`);
  return rows.map(({ name, phone }) => ({ name, phone: groupedPhone(phone) }));
}

/** The condition that a customer `p` has some text in their name or number, or also in their note. */
export function found(q: string, inNote = true): SQL {
  const text = q.toLowerCase();
  const finds = [sql`strpos(lower(p.name), ${text}) > 0`];
  if (inNote) finds.push(sql`strpos(lower(p.note), ${text}) > 0`);
  // Whoever types a number begins with its zero, which E.164 does not have.
  const digits = q.replace(/[\s().+-]/g, "");
  if (/^\d+$/.test(digits)) finds.push(sql`strpos(p.phone, ${digits.replace(/^0+(?=\d)/, "")}) > 0`);
  return sql`(${sql.join(finds, sql` or `)})`;
}

/** Names that the acting reseller saved for numbers in E.164; a number without one is left out. */
export async function namesOf(ctx: Ctx, phones: readonly string[]): Promise<Map<string, string>> {
  const { id } = requireReseller(ctx);
  if (phones.length === 0) return new Map();
  const rows = await ctx.db
    .select({ phone: customers.phone, name: customers.name })
    .from(customers)
    .where(
      sql`${customers.resellerId} = ${id} and ${customers.phone} in ${[...phones]} and ${customers.name} <> ''`,
    );
  return new Map(rows.map(({ phone, name }) => [phone, name]));
}

/** Whether the acting reseller saved anybody. */
export async function hasCustomers(ctx: Ctx): Promise<boolean> {
  const { id } = requireReseller(ctx);
  const [row] = await ctx.db.execute<{ some: boolean }>(
    sql`select exists (select from customers where reseller_id = ${id}) as some`,
  );
  return row?.some ?? false;
}
