import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Ctx } from "#lib/core/context";
import { type Minor, parseMoney } from "#lib/core/money/money";
import { readRow } from "#lib/core/read-rows";
import { parsePhone } from "#lib/core/text/phone";
import { beginsWithText, containsText, readIdent, readOrderReference } from "#lib/core/text/search-text";
import { readNamedDays } from "#lib/core/time/named-days";

/**
 * The reader who searches. Programs find a ref, an ident and a whole number. On pages, a reseller also finds
 * an ident by its start, a number by its end, an amount, a saved customer's name and an order's reference; an
 * admin finds the same by the reseller's name, and an email and the upstream's references.
 */
export type Searcher = "api" | "admin" | { resellerId: number; isCostHidden?: boolean };

/** Matches of each kind, the newest first: a list shows them all, and a vague text stays cheap. */
const MAX_MATCHES = 1_000;
const MAX_CUSTOMERS = 50;
const MAX_RESELLERS = 5;

/** The condition that a text finds a purchase `p`. @param bounds of the ids of `f`, another alias of it */
export function buildSearchCondition(q: string, searcher: Searcher, bounds: readonly SQL[] = []): SQL {
  if (searcher === "api") return buildExactCondition(q);
  if (searcher === "admin" && q.includes("@"))
    return sql`p.reseller_id = (select id from accounts where lower(email) = lower(${q}))`;
  const isOwn = searcher === "admin" ? [] : [sql`f.reseller_id = ${searcher.resellerId}`];
  const within = [...isOwn, ...bounds];
  const matches = [
    ...buildExactMatches(q).map((match) => select([match, ...isOwn])),
    ...matchIdentStart(q).map((match) => select([match, ...isOwn])),
    ...matchUpstream(q, searcher),
    ...matchPhoneEnd(q, within),
    // A helper could try amounts until one is found.
    ...(typeof searcher === "object" && searcher.isCostHidden ? [] : matchAmount(q, within)),
    ...matchName(q, bounds, searcher),
    ...matchOrder(q, searcher),
  ];
  return sql`p.id = any(array(${sql.join(
    matches.map((match) => sql`(${match})`),
    sql` union all `,
  )}))`;
}

function buildExactMatches(q: string, table = sql`f`): SQL[] {
  const phone = parsePhone(q);
  return [
    sql`${table}.ident = ${readIdent(q)}`,
    sql`${table}.ref = ${q}`,
    ...(phone ? [sql`${table}.phone = ${phone}`] : []),
  ];
}

const buildExactCondition = (q: string): SQL => sql`(${sql.join(buildExactMatches(q, sql`p`), sql` or `)})`;

const select = (conditions: readonly SQL[]): SQL =>
  sql`select f.id from purchases f where ${sql.join([...conditions], sql` and `)}`;

const selectNewest = (conditions: readonly SQL[]): SQL =>
  sql`${select(conditions)} order by f.id desc limit ${MAX_MATCHES}`;

/**
 * The start of an ident with four digits or more of its hash, of which few have the same. A range, since the
 * index of idents serves no `like`: no ident has a letter after F.
 */
function matchIdentStart(q: string): SQL[] {
  const start = readIdent(q);
  if (!/^DT[0-9A-F]{4,15}$/.test(start)) return [];
  return [sql`f.ident >= ${start} and f.ident < ${`${start}G`}`];
}

function matchUpstream(q: string, searcher: Searcher): SQL[] {
  if (searcher !== "admin") return [];
  return [sql`t.upstream_id = ${q}`, sql`t.upstream_ident = ${q}`].map(
    (match) => sql`select t.purchase_id from attempts t where ${match}`,
  );
}

/** Four digits or more that aren't a whole number: its end. */
function matchPhoneEnd(q: string, within: readonly SQL[]): SQL[] {
  const digits = q.replace(/[\s()+-]/g, "");
  if (!/^\d{4,12}$/.test(digits) || parsePhone(q)) return [];
  const longer = digits.length > 4 ? [sql`f.phone like ${`%${digits}`}`] : [];
  const end = sql`right(f.phone, 4) = ${digits.slice(-4)}`;
  return [selectNewest([end, ...longer, ...within])];
}

function matchAmount(q: string, within: readonly SQL[]): SQL[] {
  const amount = parseAmount(q);
  if (amount === undefined) return [];
  return [selectNewest([sql`f.price = ${amount}`, ...within])];
}

/** Parses "638", "₦1,150.00" or "N638" into minor units. */
function parseAmount(q: string): Minor | undefined {
  const amount = parsePhone(q) ? undefined : parseMoney(q.replace(/^(?:\p{Sc}|NGN|N)\s*(?=\d)/iu, ""));
  return amount && amount > 0n && amount < 10n ** 12n ? amount : undefined;
}

/** A reseller's saved customers, or an admin's resellers, with the text in their name. */
function matchName(q: string, bounds: readonly SQL[], searcher: Searcher): SQL[] {
  if (!/\p{L}{2}/u.test(q)) return [];
  // A reference: reading all resellers' names for it would take longer than the search.
  if (searcher === "admin" && /\p{L}\S*\d|\d\S*\p{L}/u.test(q)) return [];
  const [people, theirs] =
    searcher === "admin"
      ? [selectResellers(q), sql`f.reseller_id = who.id`]
      : [selectCustomers(q, searcher), sql`f.phone = who.phone and f.reseller_id = who.reseller_id`];
  return [sql`select f.id from (${people}) who cross join lateral (${selectNewest([theirs, ...bounds])}) f`];
}

const selectCustomers = (q: string, searcher: Searcher): SQL => sql`
  select c.phone, c.reseller_id
  from customers c
  where c.reseller_id = ${resellerOf(searcher)} and ${containsText(sql`c.name`, q)}
  order by ${beginsWithText(sql`c.name`, q)} desc, c.id
  limit ${MAX_CUSTOMERS}`;

const selectResellers = (q: string): SQL => sql`
  select a.id from accounts a where a.role = 'reseller' and ${containsText(sql`a.name`, q)}
  order by ${beginsWithText(sql`a.name`, q)} desc, a.id limit ${MAX_RESELLERS}`;

/** The reference of a shop's order, as its customer reads it: "K7F-3QD". */
function matchOrder(q: string, searcher: Searcher): SQL[] {
  const reference = readOrderReference(q);
  if (!reference) return [];
  const inShop =
    searcher === "admin"
      ? sql`true`
      : sql`o.shop_id = (select id from shops where reseller_id = ${resellerOf(searcher)})`;
  return [sql`select o.purchase_id from orders o where o.reference = ${reference} and ${inShop}`];
}

const resellerOf = (searcher: Searcher): number =>
  typeof searcher === "object" ? searcher.resellerId : Number.NaN;

/**
 * Moves words for days from the search text to the days of a filter. A word that is also in the name of
 * someone who can be found stays: "Sunday" is a customer's name too.
 */
export async function applyNamedDays<
  F extends { q?: string | undefined; from?: string | undefined; to?: string | undefined },
>({ db }: Pick<Ctx, "db">, filter: F, searcher: Exclude<Searcher, "api">): Promise<F> {
  const named = filter.q ? readNamedDays(filter.q) : undefined;
  if (!named) return filter;
  if (named.name !== null) {
    const people = searcher === "admin" ? selectResellers(named.name) : selectCustomers(named.name, searcher);
    const { some } = await readRow(db, z.object({ some: z.boolean() }))`select exists (${people}) as some`;
    if (some) return filter;
  }
  const { from = named.from, to = named.to } = filter;
  return {
    ...filter,
    q: named.rest || undefined,
    from: [from, named.from].sort()[1],
    to: [to, named.to].sort()[0],
  };
}
