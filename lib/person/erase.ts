import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { inTransaction } from "#db/client";
import { requireConfirmed } from "#lib/account/password/confirm";
import { erasePersonal } from "#lib/audit/erase-personal";
import { record } from "#lib/audit/record";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { formatMoney } from "#lib/core/money";
import { Reason } from "#lib/core/reason";
import { eraseToldOf } from "#lib/payment/erase-told";
import { eraseCasesOf } from "#lib/purchase/case/erase-cases";
import { eraseCustomers } from "./erase-customers.ts";
import { about, type Person, PersonInput, subjectOf, whois } from "./export.ts";
import { WHOSE } from "./whose.ts";

/** What the portal has of somebody, and what stands in the way of erasing it. */
export interface PersonView {
  person: Person;
  /** How many rows, by table; tables without any are left out. */
  found: Record<string, number>;
  /** Why nothing is erased now, each in a sentence; empty when it can be. */
  obstacles: string[];
  /** Of an account: whether it is erased itself, or why it stays. */
  account: { id: number; email: string; stays: string | null } | null;
}

/** Looks for what the portal has of somebody. Admins only. @throws invalid at `who` */
export async function findPerson(ctx: Ctx, input: PersonInput): Promise<PersonView> {
  requireAdmin(ctx, "personal");
  const person = await whois(ctx, PersonInput.parse(input).who);
  const parts = Object.entries(WHOSE).flatMap(([table, whose]) => {
    const condition = about(whose, person);
    return condition
      ? [
          sql`select ${table}::text as name, count(*)::int as count from (
          select from ${sql.identifier(table)} t where ${condition} limit 1000000) found`,
        ]
      : [];
  });
  const rows = await ctx.db.execute<{ name: string; count: number }>(
    sql`${sql.join(parts, sql` union all `)} order by 2 desc, 1`,
  );
  const found = Object.fromEntries(rows.flatMap(({ name, count }) => (count > 0 ? [[name, count]] : [])));
  return { person, found, obstacles: await obstacles(ctx, person), account: await accountOf(ctx, person) };
}

/** An order that may still be paid, or was paid and, as far as is known, not delivered. */
const OPEN_ORDER = sql`(o.payment = 'awaiting' or o.payment = 'received' and (o.delivered_ref = o.delivery_ref) is not true)`;

async function obstacles(ctx: Ctx, person: Person): Promise<string[]> {
  const [row] = await ctx.db.execute<{ held: string; orders: number; schedules: number }>(sql`
    select ${held(person)} as held, (select count(*)::int from orders o where ${OPEN_ORDER} and ${ordersOf(person)}) as orders,
      (select count(*)::int from schedules s where s.state <> 'ended' and ${
        "phone" in person ? sql`s.phone = ${person.phone}` : sql`false`
      }) as schedules`);
  const { orders = 0, schedules = 0 } = row ?? {};
  const sum = BigInt(row?.held ?? 0);
  return [
    ...(sum > 0n
      ? [`${formatMoney(sum)} is held for purchases that are not settled. Wait until they are.`]
      : []),
    ...(orders > 0
      ? [
          `${counted(orders, "order is", "orders are")} open in a shop. Wait until they are delivered or given back.`,
        ]
      : []),
    ...(schedules > 0
      ? [
          `${counted(schedules, "schedule buys", "schedules buy")} for this number. Its reseller has to end that first.`,
        ]
      : []),
  ];
}

const counted = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;

/** What is held for somebody's purchases. */
function held(person: Person): SQL {
  if ("account" in person)
    return sql`coalesce((select held from wallets where reseller_id = ${person.account}), 0)::text`;
  if ("phone" in person)
    return sql`coalesce((select sum(price) from purchases where phone = ${person.phone}
      and state in ('queued', 'sending', 'unconfirmed')), 0)::text`;
  return sql`'0'`;
}

function ordersOf(person: Person): SQL {
  if ("account" in person) return sql`o.reseller_id = ${person.account}`;
  return "phone" in person
    ? sql`o.phone = ${person.phone}`
    : sql`lower(o.customer_email) = lower(${person.email})`;
}

async function accountOf(ctx: Ctx, person: Person): Promise<PersonView["account"]> {
  if (!("account" in person)) return null;
  const [row] = await ctx.db.execute<{
    email: string;
    role: string;
    closed: boolean;
    wallet: string | null;
  }>(sql`
    select email, role, closed_at is not null as closed, w.wallet from accounts a left join wallets w on w.reseller_id = a.id
    where a.id = ${person.account} for no key update of a`);
  const money = BigInt(row?.wallet ?? 0);
  const stays = !row?.closed
    ? "The account is open: its name, e-mail and sessions stay. Close it first to have them erased."
    : money !== 0n
      ? `The account stays as it is: ${formatMoney(money)} is in its wallet. Pay it out first.`
      : null;
  return { id: person.account, email: row?.email ?? "", stays };
}

export const ErasePersonInput = PersonInput.extend({ reason: Reason });
export type ErasePersonInput = z.input<typeof ErasePersonInput>;

/**
 * Erases for ever what the portal says of somebody: what records, payment providers, cases and resellers' customers say of them,
 * who ordered in shops, and of an account that is closed and empty its name, e-mail, sessions and shop too. The books stay:
 * every purchase, its number and its money. Admins only, with their password once more.
 * @returns how many rows of each kind. @throws invalid at `who` and `confirmPassword`; conflict while money is held or an
 * order is open; not_found when nothing is said of them
 */
export async function erasePerson(ctx: Ctx, input: ErasePersonInput): Promise<Record<string, number>> {
  requireAdmin(ctx, "personal");
  const { who, reason } = ErasePersonInput.parse(input);
  await requireConfirmed(ctx);
  return inTransaction(ctx, async (tx) => {
    const person = await whois(tx, who);
    const account = await accountOf(tx, person);
    const [obstacle] = await obstacles(tx, person);
    if (obstacle) throw new PortalError("conflict", `Nothing was erased. ${obstacle}`);
    const email = account?.email ?? ("email" in person ? person.email : undefined);
    const erased: Record<string, number> = {};
    if (email !== undefined) {
      erased.told = await eraseToldOf(tx, { email, reason });
      erased.cases = await eraseCasesOf(tx, { email, reason });
    }
    erased.customers = await eraseCustomers(
      tx,
      "phone" in person ? { phone: person.phone, reason } : { email, reason },
    );
    erased.orders = "account" in person ? 0 : await eraseOrderer(tx, person);
    erased.records = await recordsOf(tx, email ?? ("phone" in person ? person.phone : ""), reason);
    if (account && account.stays === null) erased.account = await eraseAccount(tx, account.id);
    const all = Object.values(erased).reduce((sum, one) => sum + one, 0);
    if (all === 0) throw new PortalError("not_found", "Nothing is said of this person.");
    await record(tx, {
      ...{ action: "personal.person_erased", subject: "person", ...subjectOf(person), reason },
      ...{ before: erased, after: {} },
    });
    return erased;
  });
}

/** What records say: none is no error here, others had something. */
async function recordsOf(ctx: Ctx, named: string, reason: string): Promise<number> {
  try {
    return await erasePersonal(
      ctx,
      named.includes("@") ? { email: named, reason } : { phone: named, reason },
    );
  } catch (error) {
    if (error instanceof PortalError && error.code === "not_found") return 0;
    throw error;
  }
}

/** Who ordered in shops; what they ordered, and what they paid, stays. */
async function eraseOrderer(ctx: Ctx, person: Exclude<Person, { account: number }>): Promise<number> {
  const rows = await ctx.db.execute(sql`
    with theirs as (
      update orders o set phone = null, customer_name = null, customer_email = null where ${ordersOf(person)} returning o.id),
    said as (
      update complaints set said = null, answer = null, erased_at = now()
      where erased_at is null and order_id in (select id from theirs))
    select from theirs`);
  if ("email" in person) {
    await ctx.db.execute(
      sql`delete from mails where lower(recipient) = lower(${person.email}) and state <> 'waiting'`,
    );
    await ctx.db.execute(
      sql`delete from sign_ups where lower(email) = lower(${person.email}) and state <> 'pending'`,
    );
  }
  return rows.length;
}

/** Of a closed account: who it was, where they signed in from, and what their shop said of them. */
async function eraseAccount(ctx: Ctx, id: number): Promise<number> {
  const gone = [
    ...[
      "passkeys",
      "second_factors",
      "backup_codes",
      "push_devices",
      "notice_choices",
      "account_links",
      "remembered_devices",
    ].map((table) => sql`delete from ${sql.identifier(table)} where account_id = ${id}`),
    sql`delete from mails where account_id = ${id} and state <> 'waiting'`,
    sql`delete from sign_ups where reseller_id = ${id}`,
    sql`delete from buying_pins where reseller_id = ${id}`,
    sql`update sessions set address = null, agent = null where account_id = ${id}`,
    sql`update shops set name = 'Closed', note = '', phone = null, whatsapp = null, payments = '[]', logo = null, state = 'closed',
      closed_by = coalesce(closed_by, 'admin') where reseller_id = ${id}`,
    sql`delete from shop_pictures where shop_id in (select id from shops where reseller_id = ${id})`,
    sql`update accounts set name = 'Erased', email = ${`erased-${id}@erased.invalid`}, password_hash = 'erased' where id = ${id}`,
  ];
  for (const statement of gone) await ctx.db.execute(statement);
  return 1;
}
