import { desc, eq } from "drizzle-orm";
import { resellerNotes } from "#db/schema/account";
import { actorNames } from "#lib/audit/actor-names";
import { type Ctx, requireAdmin } from "#lib/core/context";

export interface NoteView {
  id: number;
  text: string;
  /** A person's name. */
  author: string;
  at: Date;
}

/** What admins wrote down about a reseller, newest first. Admins only. */
export async function listNotes(ctx: Ctx, { resellerId }: { resellerId: number }): Promise<NoteView[]> {
  requireAdmin(ctx);
  const { id, text, author, at } = resellerNotes;
  const rows = await ctx.db
    .select({ id, text, author, at })
    .from(resellerNotes)
    .where(eq(resellerNotes.resellerId, resellerId))
    .orderBy(desc(id))
    .limit(50);
  const names = await actorNames(
    ctx,
    rows.map((row) => row.author),
  );
  return rows.map((row) => ({ ...row, author: names.get(row.author) ?? row.author }));
}
