import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { ANNOUNCEMENT_KINDS, announcements } from "#db/schema/announcement";
import { networks } from "#db/schema/catalogue";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { record } from "#lib/audit/record";
import { Id } from "#lib/core/amount";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { invalid, notFound, PortalError } from "#lib/core/error";
import { Reason, saysSomething } from "#lib/core/reason";
import { inForce, MOST_AT_ONCE } from "./announcement-list.ts";

/** For how many hours something is told; empty until somebody ends it. */
export const SPANS = ["1", "4", "24", "168", ""] as const;

export const AnnounceInput = z.object({
  kind: z.enum(ANNOUNCEMENT_KINDS, "Choose one."),
  networkId: z
    .literal("")
    .transform(() => null)
    .or(Id)
    .default(null),
  text: z
    .string("Say what everybody is to read.")
    .trim()
    .max(280, "Use at most 280 characters.")
    .refine(saysSomething, "Say what everybody is to read."),
  hours: z.enum(SPANS, "Choose one.").default(""),
  reason: Reason,
});
export type AnnounceInput = z.input<typeof AnnounceInput>;

/**
 * Tells everybody: on pages, at `/api/announcements` and by webhook (`db/guards.ts`). Admins only.
 * @throws invalid at `networkId`; conflict when as many are told already as anybody reads.
 */
export async function announce(ctx: Ctx, input: AnnounceInput): Promise<void> {
  requireAdmin(ctx, "answer");
  const { reason, hours, ...asked } = AnnounceInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended('announcements', 0))`);
    if ((await tx.db.$count(announcements, inForce(announcements))) >= MOST_AT_ONCE)
      throw new PortalError("conflict", `${MOST_AT_ONCE} are told already. End one of them first.`);
    if (asked.networkId !== null && !(await tx.db.$count(networks, eq(networks.id, asked.networkId))))
      throw invalid("networkId", "Choose a network of the list.");
    const endsAt = hours === "" ? null : sql`now() + make_interval(hours => ${Number(hours)})`;
    const [made] = await tx.db
      .insert(announcements)
      .values({ ...asked, endsAt })
      .returning();
    if (!made) throw new Error("an announcement was not written");
    const { id, madeAt: _, ...after } = made;
    await record(tx, { action: "announcement.made", subject: "announcement", subjectId: id, reason, after });
  });
}

export const EndAnnouncementInput = z.object({ id: Id, reason: Reason });
export type EndAnnouncementInput = z.input<typeof EndAnnouncementInput>;

/** Stops telling it, once. Admins only. @throws not_found; conflict when it was over before. */
export async function endAnnouncement(ctx: Ctx, input: EndAnnouncementInput): Promise<void> {
  requireAdmin(ctx, "answer");
  const { id, reason } = EndAnnouncementInput.parse(input);
  const about = { subject: "announcement", subjectId: id };
  await inTransaction(ctx, async (tx) => {
    const [before] = await tx.db.select().from(announcements).where(eq(announcements.id, id)).for("update");
    if (!before) throw notFound("announcement");
    const [ended] = await tx.db
      .update(announcements)
      .set({ endsAt: sql`now()` })
      .where(and(eq(announcements.id, id), inForce(announcements)))
      .returning({ endsAt: announcements.endsAt });
    if (!ended) throw await changedMeanwhile(tx, about);
    await record(tx, {
      ...about,
      action: "announcement.ended",
      reason,
      before: { endsAt: before.endsAt },
      after: ended,
    });
  });
}
