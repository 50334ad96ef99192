import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { customerImports, type ImportLine } from "#db/schema/customer";
import { createPlanMatcher, PLAN_PROBLEM_LABELS, type PlanMatch } from "#lib/catalogue/plan-matcher";
import type { PlanView } from "#lib/catalogue/plan-view";
import { type Ctx, requireReseller } from "#lib/core/context";
import { invalidError, notFoundError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { runInSlices } from "#lib/core/lane/run-in-slices";
import { defineList } from "#lib/core/list/list";
import { int, readRow, readRows } from "#lib/core/read-rows";
import { formatPhone, parsePhone } from "#lib/core/text/phone";
import { type ReadList, readFileIsolated } from "#lib/spreadsheet/read-isolated";
import { findReading, ListChoiceInput, rereadList, saveReadList } from "#lib/spreadsheet/read-lists";
import type { Reading } from "#lib/spreadsheet/reading";
import { MAX_CUSTOMERS, tooManyCustomersError } from "./customer.ts";

/** A line of an import as written, with empty fields for missing ones. */
export type ImportRow = Omit<ImportLine, "phone">;

/** Maximum number of open imports of a reseller; a new one replaces the oldest. */
const MAX_IMPORTS = 5;

/** The verdict on a line: saved as new, an update, unchanged, or the reason why it is skipped. */
export const VERDICTS = ["new", "known", "same", "number", "twice"] as const;
export type ImportVerdict = (typeof VERDICTS)[number];

export interface CheckedImportRow extends Pick<ImportLine, "name" | "note"> {
  /** Its place in the file, from 1. */
  id: number;
  /** Grouped, or as written if it isn't a mobile number. */
  number: string;
  phone: string | null;
  plan: PlanView | null;
  planProblem: string | null;
  verdict: ImportVerdict;
  /** The saved name, if the line would change it. */
  nameWas: string | null;
}

/** Stores lines for review; saves no customers. A form sent twice creates one import. @returns its id. */
export async function createImport(
  ctx: Ctx,
  input: { key: string; lines: readonly ImportRow[]; list?: ReadList | undefined },
) {
  const { id: resellerId } = requireReseller(ctx, "customers");
  if (!z.uuid().safeParse(input.key).success)
    throw invalidError("key", "This form isn’t valid. Reload the page and try again.");
  const lines = await runInSlices(addPhones(input.lines));
  return inTransaction(ctx, async (tx) => {
    const { db } = tx;
    // The lock serialises a reseller's imports.
    await db.execute(sql`select from resellers where id = ${resellerId} for no key update`);
    await db.insert(customerImports).values({ resellerId, key: input.key, lines }).onConflictDoNothing();
    await db.execute(sql`
      delete from customer_imports
      where reseller_id = ${resellerId} and id not in (
        select id
        from customer_imports
        where reseller_id = ${resellerId}
        order by id desc
        limit ${MAX_IMPORTS})`);
    const [made] = await db
      .select({ id: customerImports.id })
      .from(customerImports)
      .where(sql`${customerImports.resellerId} = ${resellerId} and ${customerImports.key} = ${input.key}`);
    if (!made) throw notFoundError("import");
    if (input.list) await saveReadList(tx, { key: input.key, list: input.list });
    return made.id;
  });
}

export const ChooseImportColumnsInput = ListChoiceInput.extend({ id: Id });

/**
 * Reads the list of an import again by the columns that a person chose.
 * @throws not_found; conflict when it was read too long ago; the errors of `readFileIsolated`
 */
export async function chooseImportColumns(
  ctx: Ctx,
  input: z.input<typeof ChooseImportColumnsInput>,
): Promise<void> {
  const { id, ...choice } = ChooseImportColumnsInput.parse(input);
  const { key } = await findOwnImport(ctx, id);
  const { list } = await rereadList(ctx, "customers", key, choice);
  const lines = await runInSlices(addPhones(list.rows));
  await inTransaction(ctx, async (tx) => {
    await tx.db
      .update(customerImports)
      .set({ lines })
      .where(eq(customerImports.id, (await findOwnImport(tx, id)).id));
    await saveReadList(tx, { key, list });
  });
}

/** Reads how the list of an import was read. @throws not_found when it is gone, or another's. */
export async function getImportReading(
  ctx: Ctx,
  input: z.input<typeof ImportInput>,
): Promise<Reading | null> {
  const { data: { id } = {} } = ImportInput.safeParse(input);
  return findReading(ctx, (await findOwnImport(ctx, id)).key);
}

async function findOwnImport(ctx: Ctx, id: number | undefined) {
  const { id: resellerId } = requireReseller(ctx, "customers");
  const [found] = await ctx.db
    .select({ id: customerImports.id, key: customerImports.key })
    .from(customerImports)
    .where(and(eq(customerImports.id, id ?? 0), eq(customerImports.resellerId, resellerId)));
  if (!found) throw notFoundError("import");
  return found;
}

function* addPhones(lines: readonly ImportRow[]): Generator<void, ImportLine[]> {
  const rows: ImportLine[] = [];
  for (const line of lines) {
    const { number, name, plan, note } = line;
    rows.push({ number, name, plan, note, phone: parsePhone(number) ?? null });
    yield;
  }
  return rows;
}

export const ImportInput = z.object({ id: Id });

/** Checks every line of the acting reseller's import. @throws not_found when it is gone, or another's. */
export async function checkImport(ctx: Ctx, input: z.input<typeof ImportInput>): Promise<CheckedImportRow[]> {
  const { id: resellerId } = requireReseller(ctx, "customers");
  const { data: { id } = {} } = ImportInput.safeParse(input);
  if (id === undefined) throw notFoundError("import");
  const [customerImport] = await ctx.db
    .select({ lines: customerImports.lines })
    .from(customerImports)
    .where(sql`${customerImports.id} = ${id} and ${customerImports.resellerId} = ${resellerId}`);
  if (!customerImport) throw notFoundError("import");
  const [read, saved] = await Promise.all([
    createPlanMatcher(ctx),
    readRows(ctx.db, SavedCustomer)`
      select c.phone, c.name, c.note, c.plan_id
      from customers c
      where c.reseller_id = ${resellerId} and c.phone in (
        select l.phone
        from customer_imports i
        cross join jsonb_to_recordset(i.lines) as l (phone text)
        where i.id = ${id})`,
  ]);
  const savedByPhone = new Map(saved.map((customer) => [customer.phone, customer]));
  const above = new Set<string>();
  return customerImport.lines.map((line, n) => {
    const { phone, name, note } = line;
    const plan = matchPlan(line, read);
    const before = phone === null ? undefined : savedByPhone.get(phone);
    const verdict = getVerdict({ ...line, planId: plan.plan?.id ?? null }, before, above);
    if (phone !== null) above.add(phone);
    return {
      id: n + 1,
      number: phone ? formatPhone(phone) : line.number,
      phone,
      name,
      note,
      ...plan,
      verdict,
      nameWas: before && name && before.name && before.name !== name ? before.name : null,
    };
  });
}

const SavedCustomer = z.object({
  phone: z.string(),
  name: z.string(),
  note: z.string(),
  planId: int.nullable(),
});
type SavedCustomer = z.output<typeof SavedCustomer>;

function matchPlan({ plan }: ImportLine, read: (planText: string) => PlanMatch) {
  if (plan === "") return { plan: null, planProblem: null };
  const match = read(plan);
  if ("plan" in match) return { plan: match.plan, planProblem: null };
  return { plan: null, planProblem: `“${plan}”: ${PLAN_PROBLEM_LABELS[match.problem]}` };
}

type ImportValues = Pick<ImportLine, "phone" | "name" | "note"> & { planId: number | null };

function getVerdict(
  { phone, ...line }: ImportValues,
  before: SavedCustomer | undefined,
  above: Set<string>,
): ImportVerdict {
  if (phone === null) return "number";
  if (above.has(phone)) return "twice";
  if (!before) return "new";
  const isChanged =
    (line.name !== "" && line.name !== before.name) ||
    (line.note !== "" && line.note !== before.note) ||
    (line.planId !== null && line.planId !== before.planId);
  return isChanged ? "known" : "same";
}

export const SaveImportInput = ImportInput.extend({
  /** Whether to update saved customers that differ, or to skip them. */
  known: z.enum(["update", "skip"]).default("skip"),
});

/**
 * Saves the valid lines of an import, checked again now; empty fields of a line keep the saved values.
 * @returns how many are new and how many were updated.
 * @throws not_found when it was already saved; conflict above `MAX_CUSTOMERS`.
 */
export function saveImport(
  ctx: Ctx,
  input: z.input<typeof SaveImportInput>,
): Promise<{ made: number; updated: number }> {
  const { id, known } = SaveImportInput.parse(input);
  const { id: resellerId } = requireReseller(ctx, "customers");
  return inTransaction(ctx, async (tx) => {
    await tx.db.execute(sql`select from resellers where id = ${resellerId} for no key update`);
    const wanted: readonly ImportVerdict[] = known === "update" ? ["new", "known"] : ["new"];
    const rows = (await checkImport(tx, { id }))
      .filter(({ verdict }) => wanted.includes(verdict))
      .map(({ phone, name, note, plan }) => ({ phone, name, note, plan_id: plan?.id ?? null }));
    const made = await readRows(tx.db, z.object({ updated: z.boolean() }))`
      insert into customers as c (reseller_id, phone, name, note, plan_id)
      select ${resellerId}::bigint, r.phone, r.name, r.note, r.plan_id
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
        as r (phone text, name text, note text, plan_id integer)
      on conflict on constraint customers_phone do update
      set
        name = coalesce(nullif(excluded.name, ''), c.name),
        note = coalesce(nullif(excluded.note, ''), c.note),
        plan_id = coalesce(excluded.plan_id, c.plan_id)
      where ${known === "update"}
      returning xmax <> 0 as updated`;
    const { count } = await readRow(tx.db, z.object({ count: int }))`
      select count(*)::integer as count from customers where reseller_id = ${resellerId}`;
    if (count > MAX_CUSTOMERS) throw tooManyCustomersError();
    await tx.db.execute(sql`delete from customer_imports where id = ${id}`);
    const updated = made.filter((row) => row.updated).length;
    return { made: made.length - updated, updated };
  });
}

/** Discards an import, if it still exists. */
export async function discardImport(ctx: Ctx, input: z.input<typeof ImportInput>): Promise<void> {
  const { id } = ImportInput.parse(input);
  const { id: resellerId } = requireReseller(ctx, "customers");
  await ctx.db.execute(sql`delete from customer_imports where id = ${id} and reseller_id = ${resellerId}`);
}

/** Reads a file or text as the acting reseller's customers. @throws the errors of `readFileIsolated` */
export async function readCustomerFile(ctx: Ctx, file: Uint8Array | string): Promise<ReadList> {
  requireReseller(ctx, "customers");
  return readFileIsolated(ctx, "customers", file);
}

/** Creates a paged list of an import's checked lines, in their order. */
export const createImportList = (lines: readonly CheckedImportRow[]) =>
  defineList({
    allow: (ctx) => requireReseller(ctx, "customers"),
    order: "oldest",
    filter: { show: z.enum([...VERDICTS, "plan"]) },
    pageSize: 50,
    read: async (_ctx, { show }, { cursor: { after = 0, before }, limit, page }) => {
      const shown = lines.filter(
        ({ verdict, planProblem }) =>
          show === undefined || (show === "plan" ? planProblem !== null : verdict === show),
      );
      const backward = after === 0 && before !== undefined;
      const rows = backward
        ? shown.filter(({ id }) => id < before).reverse()
        : shown.filter(({ id }) => id > after);
      return page(rows.slice(0, limit), (line) => line);
    },
  });
