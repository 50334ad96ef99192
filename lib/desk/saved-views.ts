import { and, eq, or, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { accounts } from "#db/schema/account";
import { savedViews as table } from "#db/schema/desk";
import { type AuditInput, record } from "#lib/audit/record";
import { Id } from "#lib/core/amount";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { Day } from "#lib/core/day";
import { brokenConstraint, invalid, notFound, PortalError } from "#lib/core/error";
import { dayOf } from "#lib/core/time";
import { containing, Words } from "#lib/core/words";
import { hasDays, movedAlong, queryText } from "./view-query.ts";

/** A list's filters under a name. */
export interface SavedView {
  id: number;
  /** The address of its list. */
  list: string;
  name: string;
  /** Its filters as they stand in an address today. */
  query: string;
  shared: boolean;
  /** Who saved it, where it was somebody else. */
  by: string | null;
}

/** As many as one list shows: what is above it is no longer a row of names that one finds something in. */
const MOST = 20;

/** The views of a list: those of the whole desk first, then the reader's own. Admins only. */
export async function savedViews(ctx: Ctx, { list }: { list: string }): Promise<SavedView[]> {
  return read(ctx, eq(table.list, list), 2 * MOST);
}

/** Views of any list whose name has such words. Admins only. */
export async function findViews(ctx: Ctx, { q }: { q: string }, most: number): Promise<SavedView[]> {
  return read(ctx, sql`lower(${table.name}) like ${containing(q)}`, most);
}

async function read(ctx: Ctx, wanted: ReturnType<typeof eq>, most: number): Promise<SavedView[]> {
  const admin = requireAdmin(ctx);
  const self = admin.kind === "admin" ? admin.id : 0;
  const { id, list, name, query, shared, movesFrom, ownerId } = table;
  const rows = await ctx.db
    .select({ id, list, name, query, shared, movesFrom, ownerId, owner: accounts.name })
    .from(table)
    .innerJoin(accounts, eq(accounts.id, ownerId))
    .where(and(wanted, or(shared, eq(ownerId, self))))
    .orderBy(sql`${shared} desc`, sql`lower(${name})`, id)
    .limit(most);
  const today = dayOf(new Date());
  return rows.map(({ movesFrom, ownerId, owner, query, ...view }) => ({
    ...view,
    query: movesFrom === null ? query : movedAlong(query, movesFrom, today),
    by: ownerId === self ? null : owner,
  }));
}

const Name = Words.min(1, "Give it a name.").max(40, "At most 40 characters.");
/** A box that was ticked, or not sent at all. */
const Ticked = z.literal("yes").optional();

export const SaveViewInput = z.object({
  list: z
    .string()
    .max(100)
    .regex(/^\/admin(\/[a-z-]+)+$/),
  query: z.string().min(1).max(500, "These filters are too long to keep."),
  name: Name,
  shared: Ticked,
  moves: Ticked,
});
export type SaveViewInput = z.input<typeof SaveViewInput>;

/**
 * Keeps a list's filters under a name, for the acting admin or for the whole desk. Admins in person only.
 * @throws invalid at `name` where there is such a view; conflict when the list has as many as it shows.
 */
export async function saveView(ctx: Ctx, input: SaveViewInput): Promise<void> {
  const owner = person(ctx);
  const { list, name, shared, moves, ...given } = SaveViewInput.parse(input);
  const query = filtersOf(given.query);
  const movesFrom = moves && hasDays(query) ? dayOf(new Date()) : null;
  await inTransaction(ctx, async (tx) => {
    const beside = shared ? eq(table.shared, true) : and(eq(table.ownerId, owner), eq(table.shared, false));
    if ((await tx.db.$count(table, and(eq(table.list, list), beside))) >= MOST)
      throw new PortalError("conflict", `This list has ${MOST} views. Delete one first.`);
    const [made] = await tx.db
      .insert(table)
      .values({ ownerId: owner, list, name, query, shared: shared !== undefined, movesFrom })
      .onConflictDoNothing()
      .returning({ id: table.id });
    if (!made) throw taken();
    await told(tx, "view.saved", made.id, { after: { list, view: name, shared: shared !== undefined } });
  });
}

export const ChangeViewInput = z.object({ id: Id, name: Name, shared: Ticked });
export type ChangeViewInput = z.input<typeof ChangeViewInput>;

/**
 * Renames a view, and shares it or no longer; one that is no longer shared is of whoever saved it. A shared one is
 * everybody's to change. Admins in person only. @throws not_found; invalid at `name` where there is such a view.
 */
export async function changeView(ctx: Ctx, input: ChangeViewInput): Promise<void> {
  const owner = person(ctx);
  const { id, name, shared } = ChangeViewInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const before = await changeable(tx, id, owner);
    const after = { view: name, shared: shared !== undefined };
    await tx.db
      .update(table)
      .set({ name, shared: after.shared })
      .where(eq(table.id, id))
      .catch((error) => {
        throw brokenConstraint(error)?.startsWith("saved_views_") ? taken() : error;
      });
    await told(tx, "view.changed", id, { before, after });
  });
}

export const DropViewInput = z.object({ id: Id });
export type DropViewInput = z.input<typeof DropViewInput>;

/** Deletes a view; a shared one is everybody's to delete. Admins in person only. @throws not_found */
export async function dropView(ctx: Ctx, input: DropViewInput): Promise<void> {
  const owner = person(ctx);
  const { id } = DropViewInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const before = await changeable(tx, id, owner);
    await tx.db.delete(table).where(eq(table.id, id));
    await told(tx, "view.deleted", id, { before });
  });
}

function person(ctx: Ctx): number {
  const admin = requireAdmin(ctx, "see");
  if (admin.kind !== "admin") throw new PortalError("forbidden", "Only a person has views.");
  return admin.id;
}

/** A view that the acting admin may change, locked. @throws not_found */
async function changeable(ctx: Ctx, id: number, owner: number) {
  const [row] = await ctx.db
    .select({ view: table.name, shared: table.shared })
    .from(table)
    .where(and(eq(table.id, id), or(table.shared, eq(table.ownerId, owner))))
    .for("update");
  if (!row) throw notFound("view");
  return row;
}

/** What an address says of filters: each once, no page, and days that are days. */
function filtersOf(query: string): string {
  const on = Object.fromEntries(
    Array.from(new URLSearchParams(query)).filter(
      ([name, value]) =>
        value !== "" &&
        name !== "before" &&
        name !== "after" &&
        !((name === "from" || name === "to") && !Day.safeParse(value).success),
    ),
  );
  if (Object.keys(on).length === 0) throw invalid("query", "There is nothing to save: no filter is on.");
  return queryText(on);
}

const taken = () => invalid("name", "There is a view of this name.");

/** Its filters are not told: they may name a person. */
function told(ctx: Ctx, action: string, id: number, change: Pick<AuditInput, "before" | "after">) {
  return record(ctx, { action, subject: "view", subjectId: id, ...change });
}
