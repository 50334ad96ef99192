import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type ConfirmPasswordInput, confirmPassword } from "#lib/account/password/confirm-password";
import { consumeAttempt } from "#lib/account/throttle";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, requireAdmin, requireReseller } from "#lib/core/context";
import { env } from "#lib/core/env";
import { invalidError } from "#lib/core/error";
import { getCurrencyDigits } from "#lib/core/money/money";
import {
  type DataSubject,
  type PersonalData,
  type PersonalRows,
  selectByPerson,
} from "#lib/core/personal-data";
import { int, readRows } from "#lib/core/read-rows";
import type { Tables } from "#lib/core/table";
import { describeInvalidNumber, parsePhone } from "#lib/core/text/phone";

/** Rows per statement; the next one runs when the client has read these. */
const BATCH_SIZE = 1_000;

export const DataSubjectInput = z.object({
  /** An email address, or a mobile number as typed. */
  who: z.string().trim().min(1, "Enter an email address or a mobile number.").max(254, "This is too long."),
});
export type DataSubjectInput = z.input<typeof DataSubjectInput>;

/** Exports the acting reseller's data as JSON in chunks. @throws rate_limited */
export async function exportOwnData(ctx: Ctx, tables: Tables): Promise<AsyncGenerator<string>> {
  const { id } = requireReseller(ctx);
  await consumeAttempt(ctx, [{ name: `export:${id}`, free: 5 }]);
  await recordAudit(ctx, { action: "personal.exported", subject: "account", subjectId: id, resellerId: id });
  return streamPersonalData(ctx, { account: id }, tables);
}

/** Maximum number of an admin's personal-data exports within an hour. */
const MAX_EXPORTS_PER_HOUR = 5;

/**
 * Exports the data of a person who requests it from the operator. Requires the admin's password. Admins only.
 * @throws invalid at `who` and `confirmPassword`; rate_limited
 */
export async function exportPersonalData(
  ctx: Ctx,
  input: DataSubjectInput,
  tables: Tables,
): Promise<AsyncGenerator<string>> {
  const actor = requireAdmin(ctx, "personal");
  const person = await findDataSubject(ctx, DataSubjectInput.parse(input).who);
  await requireConfirmation(ctx);
  if (actor.kind === "admin")
    await consumeAttempt(ctx, [{ name: `person export:${actor.id}`, free: MAX_EXPORTS_PER_HOUR }]);
  const { subjectId, resellerId } = dataSubjectAuditFields(person);
  await recordAudit(ctx, { action: "personal.exported", subject: "person", subjectId, resellerId });
  return streamPersonalData(ctx, person, tables);
}

/**
 * Confirms the admin's password, which allows exports for ten minutes.
 * @throws invalid or rate_limited, at `confirmPassword`
 */
export async function unlockExports(ctx: Ctx, input: ConfirmPasswordInput): Promise<void> {
  requireAdmin(ctx, "personal");
  await confirmPassword(ctx, input);
}

/** Returns the audit fields about a person, without their identity. */
export function dataSubjectAuditFields(person: DataSubject): {
  subjectId: string | number;
  resellerId?: number | undefined;
} {
  if ("account" in person) return { subjectId: person.account, resellerId: person.account };
  return { subjectId: "phone" in person ? "by number" : "by email" };
}

/** Finds a person by email or number. @throws invalid at `who` for neither */
export async function findDataSubject(ctx: Ctx, text: string): Promise<DataSubject> {
  if (!text.includes("@")) {
    const phone = parsePhone(text);
    if (!phone) throw invalidError("who", `${describeInvalidNumber(text)} Or enter an email address.`);
    return { phone };
  }
  const email = z.email().safeParse(text);
  if (!email.success) throw invalidError("who", "Enter a valid email address.");
  const [account] = await readRows(ctx.db, z.object({ id: int }))`
    select id from accounts where lower(email) = lower(${email.data})`;
  return account ? { account: account.id } : { email: email.data };
}

/** Builds the condition for a person's rows; undefined where the table has none. */
export function personalDataCondition(data: PersonalData, person: DataSubject): SQL | undefined {
  return "none" in data ? undefined : selectByPerson(data, person);
}

async function* streamPersonalData(ctx: Ctx, person: DataSubject, tables: Tables): AsyncGenerator<string> {
  const { CURRENCY, PORTAL_NAME } = env();
  const head = {
    portal: PORTAL_NAME,
    made: new Date().toISOString(),
    about: `By table of the portal. Money is in units of which ${10 ** getCurrencyDigits()} are one ${CURRENCY}. Passwords, keys and codes are not kept as such and not given out.`,
  };
  yield `${JSON.stringify(head, null, 1).replace(/\n\}$/, "")}`;
  const numbered = await listNumberedTables(ctx);
  for (const [table, { personalData }] of Object.entries(tables)) {
    const condition = personalDataCondition(personalData, person);
    if (condition && !("none" in personalData))
      yield* streamTableRows(ctx, table, personalData, condition, numbered.has(table));
  }
  yield "\n}\n";
}

async function* streamTableRows(
  ctx: Ctx,
  table: string,
  data: PersonalRows,
  condition: SQL,
  numbered: boolean,
) {
  let after = 0;
  let first = true;
  for (;;) {
    const rows = await readRows(ctx.db, z.object({ id: int, row: z.string() }))`
      select
        ${numbered ? sql`t.id` : sql`0`} as id,
        (to_jsonb(t) - ${textArray(data.without)} ${extraColumns(data)})::text as row
      from ${sql.identifier(table)} t
      where ${condition} ${numbered ? sql`and t.id > ${after} order by t.id` : sql``}
      limit ${BATCH_SIZE}`;
    if (rows.length > 0)
      yield `${first ? `,\n "${table}": [` : ","}\n${rows.map(({ row }) => row).join(",\n")}`;
    if (rows.length > 0) first = false;
    after = Number(rows.at(-1)?.id ?? 0);
    if (!numbered || rows.length < BATCH_SIZE) break;
  }
  if (!first) yield "]";
}

const textArray = (texts: readonly string[] = []): SQL =>
  sql`array[${sql.join(
    texts.map((text) => sql`${text}`),
    sql`, `,
  )}]::text[]`;

const extraColumns = ({ and = {} }: PersonalRows): SQL =>
  sql.join(
    Object.entries(and).map(([key, value]) => sql` || jsonb_build_object(${key}::text, ${value})`),
    sql``,
  );

/** Lists tables with numeric ids, which are read in batches; the others have few rows of a person. */
async function listNumberedTables(ctx: Ctx): Promise<Set<string>> {
  const rows = await readRows(ctx.db, z.object({ name: z.string() }))`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'id' and table_name not in ('accounts', 'resellers')`;
  return new Set(rows.map(({ name }) => name));
}
