import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { bulkRows, bulkRuns } from "#db/schema/bulk";
import { type Ctx, requireReseller } from "#lib/core/context";
import { invalid, notFound, PortalError } from "#lib/core/error";
import { parsePhone } from "#lib/core/phone";
import { inSlices } from "#lib/core/slices";
import { Retail } from "#lib/purchase/retail";
import { checkRows } from "./check-rows.ts";
import { withDraft } from "./own-run.ts";
import type { Line } from "./read-list.ts";

const Id = z.coerce.number<string | number>().int().positive();
const cell = (most: number) => z.string().trim().max(most, `At most ${most} characters.`).default("");

/** So many lists may lie about that were not begun. */
const MOST_DRAFTS = 20;

interface Made {
  /** Of the form that made it, a UUID: the same one makes nothing twice. */
  key: string;
  lines: readonly Line[];
  /** For lines that name no plan. */
  planId?: number | undefined;
  fileName?: string | undefined;
}

/** Keeps a list of the acting reseller as a draft, and looks at its rows. Nothing is charged. @returns its number. */
export async function makeDraft(ctx: Ctx, { key, lines, planId, fileName = "" }: Made): Promise<number> {
  const { id: resellerId } = requireReseller(ctx);
  if (!z.uuid().safeParse(key).success) throw invalid("key", "This is no form of the portal.");
  const rows = await inSlices(written(lines, planId));
  return inTransaction(ctx, async (tx) => {
    // Whose wallet is locked makes one list after the other.
    await tx.db.execute(sql`select from resellers where id = ${resellerId} for no key update`);
    const own = sql`${bulkRuns.resellerId} = ${resellerId}`;
    const [before] = await tx.db
      .select({ id: bulkRuns.id })
      .from(bulkRuns)
      .where(sql`${own} and ${bulkRuns.key} = ${key}`);
    if (before) return before.id;
    if ((await tx.db.$count(bulkRuns, sql`${own} and ${bulkRuns.state} = 'draft'`)) >= MOST_DRAFTS)
      throw new PortalError(
        "conflict",
        "Twenty lists wait to be begun. Begin one of them, or throw one away.",
      );
    const name =
      fileName
        .replaceAll(/[\p{Cc}\p{Cf}]/gu, "")
        .trim()
        .slice(0, 100) || null;
    const [run] = await tx.db.insert(bulkRuns).values({ resellerId, key, fileName: name }).returning();
    if (!run) throw new Error("an insert returns its row");
    await addRows(tx, run.id, rows);
    await checkRows(tx, run.id);
    return run.id;
  });
}

interface NewRow extends Line {
  phone: string | null;
  minor: string | null;
}

function* written(lines: readonly Line[], planId: number | undefined): Generator<void, NewRow[]> {
  const rows: NewRow[] = [];
  for (const line of lines) {
    const plan = line.plan || (planId === undefined ? "" : String(planId));
    rows.push({ ...line, plan, phone: parsePhone(line.number) ?? null, minor: retailOf(line.retail) });
    yield;
  }
  return rows;
}

/** What a customer pays in minor units, as text; null where nobody said so, or where it is no such amount. */
function retailOf(written = ""): string | null {
  const amount = Retail.safeParse(written.replace(/^(\p{Sc}|\p{Lu}{1,3})\s*(?=\d)/u, ""));
  return amount.data === undefined ? null : String(amount.data);
}

async function addRows(ctx: Ctx, runId: number, rows: readonly NewRow[]): Promise<void> {
  await ctx.db.execute(sql`
    insert into bulk_rows (run_id, line, number, plan, note, phone, retail_text, retail)
    select ${runId}, line, o.number, o.plan, o.note, o.phone, coalesce(o.retail, ''), o.minor
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as (number text, plan text, note text, phone text, retail text, minor bigint)) with ordinality
      as o (number, plan, note, phone, retail, minor, line)
    order by line`);
}

export const ChangeRowInput = z.object({
  id: Id,
  row: Id,
  number: cell(40),
  plan: cell(100),
  note: cell(200),
  retail: cell(30),
});
export type ChangeRowInput = z.input<typeof ChangeRowInput>;

/** Writes one row of a draft anew. What was said of it before holds no more. @throws not_found, conflict */
export async function changeRow(ctx: Ctx, input: ChangeRowInput): Promise<void> {
  const { id, row, number, plan, note, retail } = ChangeRowInput.parse(input);
  await withDraft(ctx, { id }, async ({ db }) => {
    const minor = retailOf(retail);
    const fresh = {
      retailText: retail,
      retail: minor === null ? null : BigInt(minor),
      price: null,
      priceWas: null,
      meant: false,
    };
    const changed = await db
      .update(bulkRows)
      .set({ number, plan, note, phone: parsePhone(number) ?? null, ...fresh })
      .where(rowOf(id, row))
      .returning({ id: bulkRows.id });
    if (changed.length === 0) throw notFound("row");
  });
}

export const RowInput = z.object({ id: Id, row: Id });

/** Takes a row out of a draft. One that is gone already is no error. */
export async function removeRow(ctx: Ctx, input: z.input<typeof RowInput>): Promise<void> {
  const { id, row } = RowInput.parse(input);
  await withDraft(ctx, { id }, ({ db }) => db.delete(bulkRows).where(rowOf(id, row)));
}

const rowOf = (id: number, row: number) => sql`${bulkRows.runId} = ${id} and ${bulkRows.id} = ${row}`;

/** What may be meant all the same; anything else is wrong. */
export const ASKED = ["twice", "recent", "other_network"] as const;

export const MeanInput = z.object({ id: Id, row: Id.optional(), problem: z.enum(ASKED).optional() });

/** "It is right so": of one row, or of all that are asked about for the same reason. */
export async function meanRows(ctx: Ctx, input: z.input<typeof MeanInput>): Promise<void> {
  const { id, row, problem } = MeanInput.parse(input);
  await withDraft(ctx, { id }, ({ db }) =>
    db.execute(sql`
      update bulk_rows set meant = true where run_id = ${id}
        and problem in ${problem ? [problem] : ASKED} and (id = ${row ?? null} or ${row === undefined})`),
  );
}

export const ChoosePlanInput = z.object({
  id: Id,
  words: z.string().max(100).default(""),
  planId: z.coerce.number<string | number>("Choose a plan.").int().positive("Choose a plan."),
});

/** Says which plan some words of a draft mean, for all rows with these words at once. */
export async function choosePlan(ctx: Ctx, input: z.input<typeof ChoosePlanInput>): Promise<void> {
  const { id, words, planId } = ChoosePlanInput.parse(input);
  await withDraft(ctx, { id }, ({ db }) =>
    db
      .update(bulkRows)
      .set({ plan: String(planId), price: null, priceWas: null })
      .where(sql`${bulkRows.runId} = ${id} and ${bulkRows.plan} = ${words}`),
  );
}

export const RunInput = z.object({ id: Id });

/** Throws a draft away, with its rows. One that is gone already is no error. @throws conflict when it was begun. */
export async function discardDraft(ctx: Ctx, input: z.input<typeof RunInput>): Promise<void> {
  const { id } = RunInput.parse(input);
  try {
    await withDraft(ctx, { id }, ({ db }) => db.delete(bulkRuns).where(sql`${bulkRuns.id} = ${id}`));
  } catch (error) {
    if (!(error instanceof PortalError && error.code === "not_found")) throw error;
  }
}
