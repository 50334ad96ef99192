import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import {
  type EraseAuditPersonalDataInput,
  eraseAuditPersonalData,
} from "#lib/audit/erase-audit-personal-data";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { listTables, type Module } from "#lib/core/module";
import { formatMoney } from "#lib/core/money/money";
import { type DataSubject, selectByPerson } from "#lib/core/personal-data";
import { int, minor, readRow, readRows } from "#lib/core/read-rows";
import type { Tables } from "#lib/core/table";
import { Reason } from "#lib/core/text/reason";
import {
  DataSubjectInput,
  dataSubjectAuditFields,
  findDataSubject,
  personalDataCondition,
} from "./export-personal-data.ts";

export interface PersonalDataSummary {
  person: DataSubject;
  /** Number of rows by table, without empty tables. */
  rowCounts: Record<string, number>;
  /** Reasons against erasure, each a sentence; empty when it is possible. */
  obstacles: string[];
  /** The account, if there is one, and the reason if it isn't erased. */
  account: { id: number; email: string; stays: string | null } | null;
}

/** Summarises a person's data. Admins only. @throws invalid at `who` */
export async function summarisePersonalData(
  ctx: Ctx,
  input: DataSubjectInput,
  tables: Tables,
): Promise<PersonalDataSummary> {
  requireAdmin(ctx, "personal");
  const person = await findDataSubject(ctx, DataSubjectInput.parse(input).who);
  const parts = Object.entries(tables).flatMap(([table, { personalData }]) => {
    const condition = personalDataCondition(personalData, person);
    return condition
      ? [
          sql`select ${table}::text as name, count(*)::int as count from (
          select from ${sql.identifier(table)} t where ${condition} limit 1000000) found`,
        ]
      : [];
  });
  const rows = await readRows(ctx.db, z.object({ name: z.string(), count: int }))`
    ${sql.join(parts, sql` union all `)} order by 2 desc, 1`;
  const counts = Object.fromEntries(rows.flatMap(({ name, count }) => (count > 0 ? [[name, count]] : [])));
  return {
    person,
    rowCounts: counts,
    obstacles: await findErasureObstacles(ctx, person, tables),
    account: await lockSubjectAccount(ctx, person),
  };
}

async function findErasureObstacles(ctx: Ctx, person: DataSubject, tables: Tables): Promise<string[]> {
  const obstacles: string[] = [];
  for (const { blocksErasure } of Object.values(tables)) {
    const number = blocksErasure && selectByPerson(blocksErasure, person);
    if (!number) continue;
    const { n } = await readRow(ctx.db, z.object({ n: minor.nullable() }))`select (${number})::text as n`;
    if (n) obstacles.push(blocksErasure.explain(n));
  }
  return obstacles;
}

async function lockSubjectAccount(ctx: Ctx, person: DataSubject): Promise<PersonalDataSummary["account"]> {
  if (!("account" in person)) return null;
  const [row] = await readRows(
    ctx.db,
    z.object({ email: z.string(), role: z.string(), closed: z.boolean(), wallet: minor.nullable() }),
  )`
    select email, role, closed_at is not null as closed, w.wallet
    from accounts a
    left join wallets w on w.reseller_id = a.id
    where a.id = ${person.account}
    for no key update of a`;
  const money = row?.wallet ?? 0n;
  const stays = !row?.closed
    ? "The account is open, so its name, email and sessions are kept. To erase them, close the account first."
    : money !== 0n
      ? `The account is kept, because ${formatMoney(money)} is in its wallet. Pay it out first.`
      : null;
  return { id: person.account, email: row?.email ?? "", stays };
}

export const ErasePersonalDataInput = DataSubjectInput.extend({ reason: Reason });
export type ErasePersonalDataInput = z.input<typeof ErasePersonalDataInput>;

/**
 * Permanently erases a person's data in audit records, payments, delivery issues, saved customers and shop
 * orders, and the name, email, sessions and shop of a closed, empty account. Keeps purchases with their
 * numbers and amounts. Admins only, with their password confirmed.
 * @returns the number of rows of each kind.
 * @throws invalid at `who` and `confirmPassword`; conflict while money is held or an order is
 * open; not_found without data
 */
export async function erasePersonalData(
  ctx: Ctx,
  input: ErasePersonalDataInput,
  modules: readonly Module[],
): Promise<Record<string, number>> {
  requireAdmin(ctx, "personal");
  const { who, reason } = ErasePersonalDataInput.parse(input);
  await requireConfirmation(ctx);
  const tables = listTables(modules);
  return inTransaction(ctx, async (tx) => {
    const person = await findDataSubject(tx, who);
    const account = await lockSubjectAccount(tx, person);
    const [obstacle] = await findErasureObstacles(tx, person, tables);
    if (obstacle) throw new PortalError("conflict", `Nothing was erased. ${obstacle}`);
    const named =
      "phone" in person
        ? { phone: person.phone }
        : { email: account?.email ?? ("email" in person ? person.email : "") };
    const erased: Record<string, number> = {};
    for (const { erasures = {} } of modules)
      for (const [kind, erase] of Object.entries(erasures))
        erased[kind] = await erase(tx, { ...named, reason });
    // Last, because the audit records of the earlier steps may name the person too.
    erased.records = await eraseRecords(tx, { ...named, reason });
    if (!account) Object.assign(erased, await eraseRows(tx, person, tables));
    else if (account.stays === null) {
      await eraseRows(tx, person, tables);
      erased.account = 1;
    }
    const all = Object.values(erased).reduce((sum, count) => sum + count, 0);
    if (all === 0)
      throw new PortalError(
        "not_found",
        "No data about this person was found. Check the spelling. Nothing was erased.",
      );
    await recordAudit(tx, {
      action: "personal.person_erased",
      subject: "person",
      ...dataSubjectAuditFields(person),
      reason,
      before: erased,
      after: {},
    });
    return erased;
  });
}

/** Erases audit records, and ignores not_found. */
async function eraseRecords(ctx: Ctx, person: EraseAuditPersonalDataInput): Promise<number> {
  try {
    return await eraseAuditPersonalData(ctx, person);
  } catch (error) {
    if (error instanceof PortalError && error.code === "not_found") return 0;
    throw error;
  }
}

/** Erases the rows of each table. @returns how many by table, without empty tables. */
async function eraseRows(ctx: Ctx, person: DataSubject, tables: Tables): Promise<Record<string, number>> {
  const erased: Record<string, number> = {};
  for (const [table, { erase = {} }] of Object.entries(tables)) {
    const statement = selectByPerson(erase, person);
    const rows = statement ? await ctx.db.execute(statement) : [];
    if (rows.length > 0) erased[table] = rows.length;
  }
  return erased;
}
