import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type ConfirmPasswordInput, confirmPassword, requireConfirmed } from "#lib/account/password/confirm";
import { takeTry } from "#lib/account/throttle";
import { record } from "#lib/audit/record";
import { type Ctx, requireAdmin, requireReseller } from "#lib/core/context";
import { env } from "#lib/core/env";
import { invalid } from "#lib/core/error";
import { digitsOf } from "#lib/core/money";
import { parsePhone } from "#lib/core/phone";
import { noNumber } from "#lib/purchase/place/recipient";
import { WHOSE, type Whose } from "./whose.ts";

/** Whom it is about: an account, or somebody who has none. */
export type Person = { account: number } | { phone: string } | { email: string };

/** Rows that one statement reads; the next is asked for when these were taken. */
const AT_ONCE = 1_000;

export const PersonInput = z.object({
  /** An e-mail address, or a mobile number as people write it. */
  who: z.string().trim().min(1, "Type an e-mail address or a mobile number.").max(254, "This is too long."),
});
export type PersonInput = z.input<typeof PersonInput>;

/** Everything that the portal has of the acting reseller, as a JSON file in pieces. @throws rate_limited */
export async function exportOwn(ctx: Ctx): Promise<AsyncGenerator<string>> {
  const { id } = requireReseller(ctx);
  await takeTry(ctx, [{ name: `export:${id}`, free: 5 }]);
  await record(ctx, { action: "personal.exported", subject: "account", subjectId: id, resellerId: id });
  return written(ctx, { account: id });
}

/** Files about people that an admin takes within an hour before they have to wait. */
const MAX_EXPORTS = 5;

/**
 * Exports the same of a person who asks the operator for it. It asks for the admin's password, and is counted. Admins only.
 * @throws invalid at `who` and `confirmPassword`; rate_limited
 */
export async function exportPerson(ctx: Ctx, input: PersonInput): Promise<AsyncGenerator<string>> {
  const actor = requireAdmin(ctx, "personal");
  const person = await whois(ctx, PersonInput.parse(input).who);
  await requireConfirmed(ctx);
  if (actor.kind === "admin") await takeTry(ctx, [{ name: `person export:${actor.id}`, free: MAX_EXPORTS }]);
  const { subjectId, resellerId } = subjectOf(person);
  await record(ctx, { action: "personal.exported", subject: "person", subjectId, resellerId });
  return written(ctx, person);
}

/** Takes the admin's password, so that exports work for ten minutes. @throws invalid or rate_limited, at `confirmPassword` */
export async function unlockExports(ctx: Ctx, input: ConfirmPasswordInput): Promise<void> {
  requireAdmin(ctx, "personal");
  await confirmPassword(ctx, input);
}

/** What stands in the history about somebody: not who they are. */
export function subjectOf(person: Person): { subjectId: string | number; resellerId?: number | undefined } {
  if ("account" in person) return { subjectId: person.account, resellerId: person.account };
  return { subjectId: "phone" in person ? "by number" : "by e-mail" };
}

/** @throws invalid at `who` when it is neither an address nor a number */
export async function whois(ctx: Ctx, who: string): Promise<Person> {
  if (!who.includes("@")) {
    const phone = parsePhone(who);
    if (!phone) throw invalid("who", `${noNumber(who)} Or type an e-mail address.`);
    return { phone };
  }
  const email = z.email().safeParse(who);
  if (!email.success) throw invalid("who", "This does not look like an e-mail address.");
  const [account] = await ctx.db.execute<{ id: string }>(
    sql`select id from accounts where lower(email) = lower(${email.data})`,
  );
  return account ? { account: Number(account.id) } : { email: email.data };
}

/** The condition for rows about somebody; undefined where the table has none. */
export function about(whose: Whose, person: Person): SQL | undefined {
  if ("account" in person) return whose.account?.(person.account);
  return "phone" in person ? whose.phone?.(person.phone) : whose.email?.(person.email);
}

async function* written(ctx: Ctx, person: Person): AsyncGenerator<string> {
  const { CURRENCY, PORTAL_NAME } = env();
  const head = {
    portal: PORTAL_NAME,
    made: new Date().toISOString(),
    about: `By table of the portal. Money is in units of which ${10 ** digitsOf()} are one ${CURRENCY}. Passwords, keys and codes are not kept as such and not given out.`,
  };
  yield `${JSON.stringify(head, null, 1).replace(/\n\}$/, "")}`;
  const numbered = await withNumbers(ctx);
  for (const [table, whose] of Object.entries(WHOSE)) {
    const condition = about(whose, person);
    if (condition) yield* rowsOf(ctx, table, whose, condition, numbered.has(table));
  }
  yield "\n}\n";
}

async function* rowsOf(ctx: Ctx, table: string, whose: Whose, condition: SQL, numbered: boolean) {
  let after = 0;
  let first = true;
  for (;;) {
    const rows = await ctx.db.execute<{ id: string; row: unknown }>(sql`
      select ${numbered ? sql`t.id` : sql`0`} as id,
        (to_jsonb(t) - ${textArray(whose.without)} ${extra(whose)})::text as row
      from ${sql.identifier(table)} t where ${condition} ${numbered ? sql`and t.id > ${after} order by t.id` : sql``}
      limit ${AT_ONCE}`);
    if (rows.length > 0)
      yield `${first ? `,\n "${table}": [` : ","}\n${rows.map(({ row }) => row).join(",\n")}`;
    if (rows.length > 0) first = false;
    after = Number(rows.at(-1)?.id ?? 0);
    if (!numbered || rows.length < AT_ONCE) break;
  }
  if (!first) yield "]";
}

const textArray = (words: readonly string[] = []): SQL =>
  sql`array[${sql.join(
    words.map((word) => sql`${word}`),
    sql`, `,
  )}]::text[]`;

const extra = ({ and = {} }: Whose): SQL =>
  sql.join(
    Object.entries(and).map(([key, value]) => sql` || jsonb_build_object(${key}::text, ${value})`),
    sql``,
  );

/** The tables whose rows have numbers, by which they are gone through; the others have few rows of anybody. */
async function withNumbers(ctx: Ctx): Promise<Set<string>> {
  const rows = await ctx.db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'id' and table_name not in ('accounts', 'resellers')`);
  return new Set(rows.map(({ name }) => name));
}
