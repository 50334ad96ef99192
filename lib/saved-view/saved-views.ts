import { and, eq, or, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { accounts } from "#db/schema/account";
import { savedViews as table } from "#db/schema/saved-view";
import { type AuditInput, recordAudit } from "#lib/audit/record-audit";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { getViolatedConstraint } from "#lib/core/database-error";
import { invalidError, notFoundError, PortalError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { containsText } from "#lib/core/text/search-text";
import { SingleLineText } from "#lib/core/text/single-line-text";
import { Day } from "#lib/core/time/day";
import { dayOf } from "#lib/core/time/time";

export interface SavedView {
  id: number;
  list: string;
  name: string;
  /** Its filters as a query string, for today. */
  query: string;
  shared: boolean;
  /** Name of the admin who saved it, unless it is the reader. */
  by: string | null;
}

/** Maximum number of views per list, which still fit a readable row. */
const MAX_VIEWS = 20;

/** Lists the views of a list: shared ones first, then the reader's own. Admins only. */
export async function listSavedViews(ctx: Ctx, { list }: { list: string }): Promise<SavedView[]> {
  return readSavedViews(ctx, eq(table.list, list), 2 * MAX_VIEWS);
}

/** Finds views of any list by words of their names. Admins only. */
export async function findSavedViews(ctx: Ctx, { q }: { q: string }, most: number): Promise<SavedView[]> {
  return readSavedViews(ctx, containsText(table.name, q), most);
}

async function readSavedViews(ctx: Ctx, wanted: ReturnType<typeof eq>, most: number): Promise<SavedView[]> {
  const admin = requireAdmin(ctx);
  const self = admin.kind === "admin" ? admin.id : 0;
  const { id, list, name, query, shared, relativeFrom, ownerId } = table;
  const rows = await ctx.db
    .select({ id, list, name, query, shared, relativeFrom, ownerId, owner: accounts.name })
    .from(table)
    .innerJoin(accounts, eq(accounts.id, ownerId))
    .where(and(wanted, or(shared, eq(ownerId, self))))
    .orderBy(sql`${shared} desc`, sql`lower(${name})`, id)
    .limit(most);
  const today = dayOf(new Date());
  return rows.map(({ relativeFrom, ownerId, owner, query, ...view }) => ({
    ...view,
    query: relativeFrom === null ? query : shiftQueryDays(query, relativeFrom, today),
    by: ownerId === self ? null : owner,
  }));
}

const ViewName = SingleLineText.min(1, "Enter a name.").max(40, "Use at most 40 characters.");
/** A checkbox, which is absent unless ticked. */
const Checkbox = z.literal("yes").optional();

export const SaveViewInput = z.object({
  list: z
    .string()
    .max(100)
    .regex(/^\/admin(\/[a-z-]+)+$/),
  query: z.string().min(1).max(500, "These filters are too long to save."),
  name: ViewName,
  shared: Checkbox,
  moves: Checkbox,
});
export type SaveViewInput = z.input<typeof SaveViewInput>;

/**
 * Saves a list's filters under a name, for the acting admin or for all admins. Signed-in admins only.
 * @throws invalid at `name` for a duplicate; conflict at the maximum number of views.
 */
export async function saveView(ctx: Ctx, input: SaveViewInput): Promise<void> {
  const owner = requireViewOwner(ctx);
  const { list, name, shared, moves, ...given } = SaveViewInput.parse(input);
  const query = normaliseFilters(given.query);
  const relativeFrom = moves && hasDays(query) ? dayOf(new Date()) : null;
  await inTransaction(ctx, async (tx) => {
    const beside = shared ? eq(table.shared, true) : and(eq(table.ownerId, owner), eq(table.shared, false));
    if ((await tx.db.$count(table, and(eq(table.list, list), beside))) >= MAX_VIEWS)
      throw new PortalError("conflict", `This list has ${MAX_VIEWS} views. Delete one first.`);
    const [made] = await tx.db
      .insert(table)
      .values({ ownerId: owner, list, name, query, shared: shared !== undefined, relativeFrom })
      .onConflictDoNothing()
      .returning({ id: table.id });
    if (!made) throw viewNameTakenError();
    await recordViewChange(tx, "view.saved", made.id, {
      after: { list, view: name, shared: shared !== undefined },
    });
  });
}

export const ChangeViewInput = z.object({ id: Id, name: ViewName, shared: Checkbox });
export type ChangeViewInput = z.input<typeof ChangeViewInput>;

/**
 * Renames a view, and shares or unshares it; an unshared one belongs to the admin who saved it. All admins
 * may change a shared view. Signed-in admins only.
 * @throws not_found; invalid at `name` for a duplicate.
 */
export async function changeView(ctx: Ctx, input: ChangeViewInput): Promise<void> {
  const owner = requireViewOwner(ctx);
  const { id, name, shared } = ChangeViewInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const before = await lockChangeableView(tx, id, owner);
    const after = { view: name, shared: shared !== undefined };
    await tx.db
      .update(table)
      .set({ name, shared: after.shared })
      .where(eq(table.id, id))
      .catch((error) => {
        throw getViolatedConstraint(error)?.startsWith("saved_views_") ? viewNameTakenError() : error;
      });
    await recordViewChange(tx, "view.changed", id, { before, after });
  });
}

export const DeleteViewInput = z.object({ id: Id });
export type DeleteViewInput = z.input<typeof DeleteViewInput>;

/** Deletes a view; all admins may delete a shared one. Signed-in admins only. @throws not_found */
export async function deleteView(ctx: Ctx, input: DeleteViewInput): Promise<void> {
  const owner = requireViewOwner(ctx);
  const { id } = DeleteViewInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const before = await lockChangeableView(tx, id, owner);
    await tx.db.delete(table).where(eq(table.id, id));
    await recordViewChange(tx, "view.deleted", id, { before });
  });
}

function requireViewOwner(ctx: Ctx): number {
  const admin = requireAdmin(ctx, "see");
  if (admin.kind !== "admin") throw new PortalError("forbidden", "Only admins can save views.");
  return admin.id;
}

/** Locks a view that the acting admin may change. @throws not_found */
async function lockChangeableView(ctx: Ctx, id: number, owner: number) {
  const [row] = await ctx.db
    .select({ view: table.name, shared: table.shared })
    .from(table)
    .where(and(eq(table.id, id), or(table.shared, eq(table.ownerId, owner))))
    .for("update");
  if (!row) throw notFoundError("view");
  return row;
}

/** Normalises the filters of an address: each once, without pages, and with valid days only. */
function normaliseFilters(query: string): string {
  const on = Object.fromEntries(
    Array.from(new URLSearchParams(query)).filter(
      ([name, value]) =>
        value !== "" &&
        name !== "before" &&
        name !== "after" &&
        !((name === "from" || name === "to") && !Day.safeParse(value).success),
    ),
  );
  if (Object.keys(on).length === 0)
    throw invalidError("query", "Set a filter first. There’s nothing to save.");
  return formatFilterQuery(on);
}

const viewNameTakenError = () => invalidError("name", "This name is taken. Choose another.");

/** Records the change without the filters, which may name a person. */
function recordViewChange(
  ctx: Ctx,
  action: string,
  id: number,
  change: Pick<AuditInput, "before" | "after">,
) {
  return recordAudit(ctx, { action, subject: "view", subjectId: id, ...change });
}

/** Formats active filters as a query string, independent of their order. */
export function formatFilterQuery(on: Readonly<Record<string, string>>): string {
  const sorted = Object.entries(on).sort(([one], [other]) => (one < other ? -1 : 1));
  return new URLSearchParams(sorted).toString();
}

/** Shifts the days of filters saved on `from` to today. */
export function shiftQueryDays(query: string, from: string, today: string): string {
  const days = Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(today)).days;
  const moved = Array.from(new URLSearchParams(query), ([name, value]) => [
    name,
    isDayFilter(name) ? Temporal.PlainDate.from(value).add({ days }).toString() : value,
  ]);
  return formatFilterQuery(Object.fromEntries(moved));
}

export const hasDays = (query: string) => [...new URLSearchParams(query).keys()].some(isDayFilter);

const isDayFilter = (name: string) => name === "from" || name === "to";
