import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { batches, batchRows } from "#db/schema/batch";
import { type Ctx, requireReseller } from "#lib/core/context";
import { invalidError, notFoundError, PortalError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { runInSlices } from "#lib/core/lane/run-in-slices";
import { parsePhone } from "#lib/core/text/phone";
import { SellingPrice } from "#lib/purchase/selling-price";
import { type ReadList, readFileIsolated } from "#lib/spreadsheet/read-isolated";
import { ListChoiceInput, rereadList, saveReadList } from "#lib/spreadsheet/read-lists";
import { MAX_UNCLEAR } from "./batch-view.ts";
import { type BatchRowProblem, checkBatchRows } from "./check-batch-rows.ts";
import { buildLikelyNetwork } from "./likely-network.ts";
import { recheckBatch, toBatchMaker, withDraft } from "./own-batch.ts";
import { resolvePlansByNetwork } from "./resolve-plans.ts";

const cell = (most: number) => z.string().trim().max(most, `Use at most ${most} characters.`).default("");

const MAX_DRAFTS = 20;

/** One row of a batch as the reseller wrote it. */
export interface BatchRow {
  number: string;
  /** A plan's id, or a text such as "1GB MTN monthly"; empty when the row names none. */
  plan: string;
  note: string;
  sellingPrice?: string;
}

/** Reads a file or pasted text as rows of a batch. @throws the errors of `readFileIsolated` */
export async function readBatchFile(ctx: Ctx, file: Uint8Array | string): Promise<ReadList> {
  requireReseller(ctx, "batches");
  return readFileIsolated(ctx, "batch", file);
}

interface BatchDraftInput {
  /** The form's UUID, by which the same form makes one draft. */
  key: string;
  lines: readonly BatchRow[];
  /** The list that the lines come from, if a person may choose its columns. */
  list?: ReadList | undefined;
  /** For lines that name no plan. */
  planId?: number | undefined;
  fileName?: string | undefined;
}

/** Saves a draft of the actor's batch and checks its rows. Nothing is charged. @returns its id. */
export async function createBatchDraft(
  ctx: Ctx,
  { key, lines, list, planId, fileName = "" }: BatchDraftInput,
) {
  const maker = requireReseller(ctx, "batches");
  const resellerId = maker.id;
  if (!z.uuid().safeParse(key).success)
    throw invalidError("key", "This form isn’t valid. Reload the page and try again.");
  const rows = await runInSlices(prepareRows(lines, planId));
  return inTransaction(ctx, async (tx) => {
    // Serialises the drafts of one reseller, so that the limit and the key hold.
    await tx.db.execute(sql`select from resellers where id = ${resellerId} for no key update`);
    const ownBatches = sql`${batches.resellerId} = ${resellerId}`;
    const [before] = await tx.db
      .select({ id: batches.id })
      .from(batches)
      .where(sql`${ownBatches} and ${batches.key} = ${key}`);
    if (before) return before.id;
    if ((await tx.db.$count(batches, sql`${ownBatches} and ${batches.state} = 'draft'`)) >= MAX_DRAFTS)
      throw new PortalError("conflict", "You already have 20 drafts. Start or delete one first.");
    const name =
      fileName
        .replaceAll(/[\p{Cc}\p{Cf}]/gu, "")
        .trim()
        .slice(0, 100) || null;
    const [batch] = await tx.db
      .insert(batches)
      .values({ ...toBatchMaker(maker), key, fileName: name })
      .returning();
    if (!batch) throw new Error("an insert returns its row");
    await addRows(tx, batch.id, rows);
    if (list) await saveReadList(tx, { key, planId, list });
    await resolvePlansByNetwork(tx, batch.id);
    await checkBatchRows(tx, batch.id);
    return batch.id;
  });
}

export const ChooseBatchColumnsInput = ListChoiceInput.extend({ id: Id });

/**
 * Reads the list of a draft again by the columns that a person chose, instead of its rows.
 * @throws not_found; conflict when it has started, or was read too long ago; the errors of `readFileIsolated`
 */
export async function chooseBatchColumns(
  ctx: Ctx,
  input: z.input<typeof ChooseBatchColumnsInput>,
): Promise<void> {
  const { id, ...choice } = ChooseBatchColumnsInput.parse(input);
  const { key } = await recheckBatch(ctx, { id });
  const { list, planId } = await rereadList(ctx, "batch", key, choice);
  const rows = await runInSlices(prepareRows(list.rows, planId ?? undefined));
  await withDraft(ctx, { id }, async (tx) => {
    await tx.db.delete(batchRows).where(sql`${batchRows.batchId} = ${id}`);
    await addRows(tx, id, rows);
    await saveReadList(tx, { key, planId, list });
  });
}

interface NewRow extends BatchRow {
  phone: string | null;
  minor: string | null;
}

function* prepareRows(lines: readonly BatchRow[], planId: number | undefined): Generator<void, NewRow[]> {
  const rows: NewRow[] = [];
  for (const line of lines) {
    const plan = line.plan || (planId === undefined ? "" : String(planId));
    rows.push({
      ...line,
      plan,
      phone: parsePhone(line.number) ?? null,
      minor: parseSellingPrice(line.sellingPrice),
    });
    yield;
  }
  return rows;
}

/** Parses what the customer pays as minor units in text; null when it is empty or invalid. */
function parseSellingPrice(written = ""): string | null {
  const amount = SellingPrice.safeParse(written.replace(/^(\p{Sc}|\p{Lu}{1,3})\s*(?=\d)/u, ""));
  return amount.data === undefined ? null : String(amount.data);
}

async function addRows(ctx: Ctx, batchId: number, rows: readonly NewRow[]): Promise<void> {
  await ctx.db.execute(sql`
    insert into batch_rows (batch_id, line, number, plan, note, phone, selling_price_text, selling_price)
    select ${batchId}, line, o.number, o.plan, o.note, o.phone, coalesce(o.selling_price, ''), o.minor
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as (number text, plan text, note text, phone text, "sellingPrice" text, minor bigint)) with ordinality
      as o (number, plan, note, phone, selling_price, minor, line)
    order by line`);
}

export const ChangeBatchRowInput = z.object({
  id: Id,
  row: Id,
  number: cell(40),
  plan: cell(100),
  note: cell(200),
  sellingPrice: cell(30),
});
export type ChangeBatchRowInput = z.input<typeof ChangeBatchRowInput>;

/** Changes one row of a draft and clears its confirmation. @throws not_found, conflict */
export async function changeBatchRow(ctx: Ctx, input: ChangeBatchRowInput): Promise<void> {
  const { id, row, number, plan, note, sellingPrice } = ChangeBatchRowInput.parse(input);
  await withDraft(ctx, { id }, async ({ db }) => {
    const minor = parseSellingPrice(sellingPrice);
    const fresh = {
      sellingPriceText: sellingPrice,
      sellingPrice: minor === null ? null : BigInt(minor),
      price: null,
      previousPrice: null,
      confirmed: false,
    };
    const changed = await db
      .update(batchRows)
      .set({ number, plan, note, phone: parsePhone(number) ?? null, ...fresh })
      .where(matchRow(id, row))
      .returning({ id: batchRows.id });
    if (changed.length === 0) throw notFoundError("row");
  });
}

export const RemoveBatchRowInput = z.object({ id: Id, row: Id });

/** Removes a row from a draft; does nothing if the row is already gone. */
export async function removeBatchRow(ctx: Ctx, input: z.input<typeof RemoveBatchRowInput>): Promise<void> {
  const { id, row } = RemoveBatchRowInput.parse(input);
  await withDraft(ctx, { id }, ({ db }) => db.delete(batchRows).where(matchRow(id, row)));
}

const matchRow = (id: number, row: number) => sql`${batchRows.batchId} = ${id} and ${batchRows.id} = ${row}`;

/** Problems that the reseller may confirm; any other must be corrected. */
export const CONFIRMABLE_PROBLEMS = ["twice", "recent", "other_network", "loss"] as const;

export const isConfirmable = (problem: BatchRowProblem | null): boolean =>
  CONFIRMABLE_PROBLEMS.some((confirmable) => confirmable === problem);

export const ConfirmBatchRowsInput = z.object({
  id: Id,
  row: Id.optional(),
  problem: z.enum(CONFIRMABLE_PROBLEMS).optional(),
});

/** Confirms one row, or all rows with the same problem, as intended. */
export async function confirmBatchRows(ctx: Ctx, input: z.input<typeof ConfirmBatchRowsInput>) {
  const { id, row, problem } = ConfirmBatchRowsInput.parse(input);
  await withDraft(ctx, { id }, ({ db }) =>
    db.execute(sql`
      update batch_rows
      set confirmed = true
      where batch_id = ${id}
        and problem in ${problem ? [problem] : CONFIRMABLE_PROBLEMS}
        and (id = ${row ?? null} or ${row === undefined})`),
  );
}

export const ChooseBatchPlanInput = z.object({
  id: Id,
  /** Plan texts, a line each, whose ends browsers write as CRLF. */
  plan: z
    .string()
    .max(102 * MAX_UNCLEAR)
    .default("")
    .transform((lines) => lines.split(/\r?\n/)),
  /** The likely network of the numbers; empty for those without. */
  networkId: z.union([z.literal("").transform(() => null), Id]).optional(),
  planId: z.coerce.number<string | number>("Choose a plan.").int().positive("Choose a plan."),
});

/**
 * Sets the plan of all rows of a draft that have one of the plan texts, and numbers of the same network if one
 * is named.
 */
export async function chooseBatchPlan(ctx: Ctx, input: z.input<typeof ChooseBatchPlanInput>): Promise<void> {
  const { id, plan, networkId, planId } = ChooseBatchPlanInput.parse(input);
  const likelyNetwork = (await buildLikelyNetwork(ctx))(sql`${batchRows.phone}`);
  const isOfNetwork =
    networkId === undefined ? sql`true` : sql`${likelyNetwork} is not distinct from ${networkId}`;
  await withDraft(ctx, { id }, ({ db }) =>
    db
      .update(batchRows)
      .set({ plan: String(planId), price: null, previousPrice: null })
      .where(sql`${batchRows.batchId} = ${id} and ${batchRows.plan} in ${plan} and ${isOfNetwork}`),
  );
}

export const BatchInput = z.object({ id: Id });

/** Deletes a draft with its rows, if it is there. @throws conflict when the batch has started. */
export async function discardBatchDraft(ctx: Ctx, input: z.input<typeof BatchInput>): Promise<void> {
  const { id } = BatchInput.parse(input);
  try {
    await withDraft(ctx, { id }, ({ db }) => db.delete(batches).where(sql`${batches.id} = ${id}`));
  } catch (error) {
    if (!(error instanceof PortalError && error.code === "not_found")) throw error;
  }
}
