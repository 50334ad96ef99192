import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { readLists } from "#db/schema/list";
import { type Ctx, requireReseller } from "#lib/core/context";
import { conflictError } from "#lib/core/error";
import type { ListPurpose } from "./headings.ts";
import { COLUMN_ROLES } from "./headings.ts";
import { type ReadList, readSheetsIsolated } from "./read-isolated.ts";
import type { ListChoice, Reading } from "./reading.ts";
import type { Sheet } from "./sheet.ts";

const MAX_COLUMN = 20_000;

/** Places of columns as a form sends them: "0,2"; empty for none. */
const Columns = z
  .string()
  .regex(/^(?:\d{1,5}(?:,\d{1,5}){0,30})?$/)
  .transform((text) =>
    text === ""
      ? []
      : text
          .split(",")
          .map(Number)
          .filter((at) => at < MAX_COLUMN),
  )
  .default([]);

/** The fields by which a person chooses sheet and columns. */
export const ListChoiceInput = z.object({
  sheet: z.coerce.number<string | number>().int().min(0).max(1_000).default(0),
  number: Columns,
  network: Columns,
  plan: Columns,
  name: Columns,
  note: Columns,
  sellingPrice: Columns,
});
export type ListChoiceInput = z.input<typeof ListChoiceInput>;

/** Stores a list under the key of its batch or import, or the columns chosen since. */
export async function saveReadList(
  ctx: Ctx,
  { key, planId = null, list }: { key: string; planId?: number | null | undefined; list: ReadList },
): Promise<void> {
  const { id: resellerId } = requireReseller(ctx, "sell");
  const { sheets, reading } = list;
  await ctx.db
    .insert(readLists)
    .values({ resellerId, key, planId, sheets, reading })
    .onConflictDoUpdate({ target: [readLists.resellerId, readLists.key], set: { reading } });
}

/** Reads how a list was read. @returns null where it is too long ago, or nothing was read */
export async function findReading(ctx: Ctx, key: string): Promise<Reading | null> {
  const [stored] = await ctx.db
    .select({ reading: readLists.reading })
    .from(readLists)
    .where(isOwnList(ctx, key));
  return (stored?.reading as Reading | undefined) ?? null;
}

/** Forgets a list that can no longer change. */
export async function removeReadList(ctx: Ctx, key: string): Promise<void> {
  await ctx.db.delete(readLists).where(isOwnList(ctx, key));
}

/**
 * Reads a stored list again by a person's choice; another sheet is read as if it were new.
 * @throws conflict when the list is gone; the errors of `readFileIsolated`
 */
export async function rereadList(
  ctx: Ctx,
  purpose: ListPurpose,
  key: string,
  input: z.output<typeof ListChoiceInput>,
): Promise<{ list: ReadList; planId: number | null }> {
  const [stored] = await ctx.db.select().from(readLists).where(isOwnList(ctx, key));
  if (!stored)
    throw conflictError(
      "This file was read too long ago. Nothing was changed. Upload it again to choose its columns.",
    );
  const before = stored.reading as Reading;
  const columns = Object.fromEntries(COLUMN_ROLES.map((role) => [role, input[role]]));
  const choice: ListChoice =
    input.sheet === before.sheet ? { sheet: input.sheet, columns } : { sheet: input.sheet };
  const list = await readSheetsIsolated(ctx, purpose, stored.sheets as Sheet[], choice);
  return { list, planId: stored.planId };
}

function isOwnList(ctx: Ctx, key: string) {
  const { id } = requireReseller(ctx, "sell");
  return and(eq(readLists.resellerId, id), eq(readLists.key, key));
}
