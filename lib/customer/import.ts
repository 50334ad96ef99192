import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { customerImports, type ImportLine } from "#db/schema/customer";
import { type Meaning, planReader } from "#lib/bulk/check-rows";
import { PROBLEM_WORDS } from "#lib/bulk/problem-words";
import type { PlanView } from "#lib/catalogue/plan-view";
import { Id } from "#lib/core/amount";
import { type Ctx, requireReseller } from "#lib/core/context";
import { invalid, notFound } from "#lib/core/error";
import { groupedPhone, parsePhone } from "#lib/core/phone";
import { inSlices } from "#lib/core/slices";
import { MOST_CUSTOMERS, tooMany } from "./customer.ts";
import type { Line } from "./read-lines.ts";

/** So many imports of one reseller lie about at once; an older one makes room. */
const MOST_IMPORTS = 5;

/** What becomes of a line: saved as new, an update of one that is there, nothing, or why not. */
export const VERDICTS = ["new", "known", "same", "number", "twice"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** A line of an import, looked at. */
export interface CheckedLine extends Pick<ImportLine, "name" | "note"> {
  /** Its place in the file, from 1. */
  id: number;
  /** Grouped, or as it was written where it is no mobile number. */
  number: string;
  phone: string | null;
  plan: PlanView | null;
  /** Why its plan is left open, in words. */
  planProblem: string | null;
  verdict: Verdict;
  /** The name that is saved already, where it would become another. */
  nameWas: string | null;
}

/**
 * Keeps lines for their sender to look at; nothing is saved yet. The same form sent twice is one import.
 * @returns its id.
 */
export async function makeImport(ctx: Ctx, input: { key: string; lines: readonly Line[] }): Promise<number> {
  const { id: resellerId } = requireReseller(ctx);
  if (!z.uuid().safeParse(input.key).success) throw invalid("key", "This is no form of the portal.");
  const lines = await inSlices(withPhones(input.lines));
  return inTransaction(ctx, async ({ db }) => {
    // Whose row is locked makes one import after the other.
    await db.execute(sql`select from resellers where id = ${resellerId} for no key update`);
    await db.insert(customerImports).values({ resellerId, key: input.key, lines }).onConflictDoNothing();
    await db.execute(sql`
      delete from customer_imports where reseller_id = ${resellerId} and id not in (
        select id from customer_imports where reseller_id = ${resellerId} order by id desc limit ${MOST_IMPORTS})`);
    const [made] = await db
      .select({ id: customerImports.id })
      .from(customerImports)
      .where(sql`${customerImports.resellerId} = ${resellerId} and ${customerImports.key} = ${input.key}`);
    if (!made) throw notFound("import");
    return made.id;
  });
}

function* withPhones(lines: readonly Line[]): Generator<void, ImportLine[]> {
  const rows: ImportLine[] = [];
  for (const line of lines) {
    rows.push({ ...line, phone: parsePhone(line.number) ?? null });
    yield;
  }
  return rows;
}

export const ImportInput = z.object({ id: Id });

/** Looks at every line of an import of the acting reseller's. @throws not_found when it is gone, or another's. */
export async function checkImport(ctx: Ctx, input: z.input<typeof ImportInput>): Promise<CheckedLine[]> {
  const { id: resellerId } = requireReseller(ctx);
  const { data: { id } = {} } = ImportInput.safeParse(input);
  if (id === undefined) throw notFound("import");
  const [found] = await ctx.db
    .select({ lines: customerImports.lines })
    .from(customerImports)
    .where(sql`${customerImports.id} = ${id} and ${customerImports.resellerId} = ${resellerId}`);
  if (!found) throw notFound("import");
  const [read, saved] = await Promise.all([
    planReader(ctx),
    ctx.db.execute<Saved>(sql`
      select c.phone, c.name, c.note, c.plan_id from customers c where c.reseller_id = ${resellerId} and c.phone in (
        select l.phone from customer_imports i cross join jsonb_to_recordset(i.lines) as l (phone text) where i.id = ${id})`),
  ]);
  const known = new Map(saved.map((one) => [one.phone, one]));
  const above = new Set<string>();
  return found.lines.map((line, n) => {
    const { phone, name, note } = line;
    const plan = planOf(line, read);
    const before = phone === null ? undefined : known.get(phone);
    const verdict = verdictOf({ ...line, planId: plan.plan?.id ?? null }, before, above);
    if (phone !== null) above.add(phone);
    return {
      ...{ id: n + 1, number: phone ? groupedPhone(phone) : line.number, phone, name, note },
      ...plan,
      verdict,
      nameWas: before && name && before.name && before.name !== name ? before.name : null,
    };
  });
}

interface Saved extends Record<string, unknown> {
  phone: string;
  name: string;
  note: string;
  plan_id: number | null;
}

function planOf({ plan: words }: ImportLine, read: (words: string) => Meaning) {
  if (words === "") return { plan: null, planProblem: null };
  const meaning = read(words);
  if ("plan" in meaning) return { plan: meaning.plan, planProblem: null };
  return { plan: null, planProblem: `“${words}”: ${PROBLEM_WORDS[meaning.problem]}` };
}

type Meant = Pick<ImportLine, "phone" | "name" | "note"> & { planId: number | null };

function verdictOf({ phone, ...line }: Meant, before: Saved | undefined, above: Set<string>): Verdict {
  if (phone === null) return "number";
  if (above.has(phone)) return "twice";
  if (!before) return "new";
  const other =
    (line.name !== "" && line.name !== before.name) ||
    (line.note !== "" && line.note !== before.note) ||
    (line.planId !== null && line.planId !== before.plan_id);
  return other ? "known" : "same";
}

export const SaveImportInput = ImportInput.extend({
  /** What becomes of customers who are saved already and read otherwise here. */
  known: z.enum(["update", "skip"]).default("skip"),
});

/**
 * Saves what can be saved of an import, as it is looked at in this moment; what a line leaves empty stays as it is.
 * @returns how many are new and how many were updated. @throws not_found when it was saved already; conflict when there is
 * no room for so many.
 */
export function saveImport(
  ctx: Ctx,
  input: z.input<typeof SaveImportInput>,
): Promise<{ made: number; updated: number }> {
  const { id, known } = SaveImportInput.parse(input);
  const { id: resellerId } = requireReseller(ctx);
  return inTransaction(ctx, async (tx) => {
    await tx.db.execute(sql`select from resellers where id = ${resellerId} for no key update`);
    const wanted: readonly Verdict[] = known === "update" ? ["new", "known"] : ["new"];
    const rows = (await checkImport(tx, { id }))
      .filter(({ verdict }) => wanted.includes(verdict))
      .map(({ phone, name, note, plan }) => ({ phone, name, note, plan_id: plan?.id ?? null }));
    const made = await tx.db.execute<{ updated: boolean }>(sql`
      insert into customers as c (reseller_id, phone, name, note, plan_id)
      select ${resellerId}::bigint, r.phone, r.name, r.note, r.plan_id
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r (phone text, name text, note text, plan_id integer)
      on conflict on constraint customers_phone do update set
        name = coalesce(nullif(excluded.name, ''), c.name), note = coalesce(nullif(excluded.note, ''), c.note),
        plan_id = coalesce(excluded.plan_id, c.plan_id)
      where ${known === "update"}
      returning xmax <> 0 as updated`);
    const [{ count } = { count: 0 }] = await tx.db.execute<{ count: number }>(
      sql`select count(*)::integer as count from customers where reseller_id = ${resellerId}`,
    );
    if (count > MOST_CUSTOMERS) throw tooMany();
    await tx.db.execute(sql`delete from customer_imports where id = ${id}`);
    const updated = made.filter((row) => row.updated).length;
    return { made: made.length - updated, updated };
  });
}

/** Throws an import away. One that is gone already is no error. */
export async function dropImport(ctx: Ctx, input: z.input<typeof ImportInput>): Promise<void> {
  const { id } = ImportInput.parse(input);
  const { id: resellerId } = requireReseller(ctx);
  await ctx.db.execute(sql`delete from customer_imports where id = ${id} and reseller_id = ${resellerId}`);
}
