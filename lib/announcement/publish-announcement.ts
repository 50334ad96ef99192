import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { ANNOUNCEMENT_KINDS, announcements } from "#db/schema/announcement";
import { networks } from "#db/schema/catalogue";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { invalidError, notFoundError, PortalError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { isMeaningfulText, Reason } from "#lib/core/text/reason";
import { isInForce, MAX_CURRENT_ANNOUNCEMENTS } from "./announcement-list.ts";

/** Hours that an announcement lasts; empty: until an admin ends it. */
export const DURATION_HOURS = ["1", "4", "24", "168", ""] as const;

export const PublishAnnouncementInput = z.object({
  kind: z.enum(ANNOUNCEMENT_KINDS, "Select a kind."),
  networkId: z
    .literal("")
    .transform(() => null)
    .or(Id)
    .default(null),
  text: z
    .string("Enter the announcement.")
    .trim()
    .max(280, "Use at most 280 characters.")
    .refine(isMeaningfulText, "Enter the announcement."),
  hours: z.enum(DURATION_HOURS, "Select a duration.").default(""),
  reason: Reason,
});
export type PublishAnnouncementInput = z.input<typeof PublishAnnouncementInput>;

/**
 * Publishes an announcement on pages, at `/api/announcements`, and by webhook (by triggers). Admins only.
 * @throws invalid at `networkId`; conflict when `MAX_CURRENT_ANNOUNCEMENTS` are current
 */
export async function publishAnnouncement(ctx: Ctx, input: PublishAnnouncementInput): Promise<void> {
  requireAdmin(ctx, "answer");
  const { reason, hours, ...values } = PublishAnnouncementInput.parse(input);
  await requireConfirmation(ctx);
  await inTransaction(ctx, async (tx) => {
    await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended('announcements', 0))`);
    if ((await tx.db.$count(announcements, isInForce(announcements))) >= MAX_CURRENT_ANNOUNCEMENTS)
      throw new PortalError(
        "conflict",
        `${MAX_CURRENT_ANNOUNCEMENTS} announcements are published, which is the maximum. End one of them first.`,
      );
    if (values.networkId !== null && !(await tx.db.$count(networks, eq(networks.id, values.networkId))))
      throw invalidError("networkId", "Choose a network from the list.");
    const endsAt = hours === "" ? null : sql`now() + make_interval(hours => ${Number(hours)})`;
    const [created] = await tx.db
      .insert(announcements)
      .values({ ...values, endsAt })
      .returning();
    if (!created) throw new Error("the announcement was not inserted");
    const { id, madeAt: _, ...after } = created;
    await recordAudit(tx, {
      action: "announcement.made",
      subject: "announcement",
      subjectId: id,
      reason,
      after,
    });
  });
}

export const EndAnnouncementInput = z.object({ id: Id, reason: Reason });
export type EndAnnouncementInput = z.input<typeof EndAnnouncementInput>;

/** Ends an announcement. Admins only. @throws not_found; conflict when it already ended */
export async function endAnnouncement(ctx: Ctx, input: EndAnnouncementInput): Promise<void> {
  requireAdmin(ctx, "answer");
  const { id, reason } = EndAnnouncementInput.parse(input);
  const about = { subject: "announcement", subjectId: id };
  await inTransaction(ctx, async (tx) => {
    const [before] = await tx.db.select().from(announcements).where(eq(announcements.id, id)).for("update");
    if (!before) throw notFoundError("announcement");
    const [ended] = await tx.db
      .update(announcements)
      .set({ endsAt: sql`now()` })
      .where(and(eq(announcements.id, id), isInForce(announcements)))
      .returning({ endsAt: announcements.endsAt });
    if (!ended) throw await explainConflict(tx, about);
    await recordAudit(tx, {
      ...about,
      action: "announcement.ended",
      reason,
      before: { endsAt: before.endsAt },
      after: ended,
    });
  });
}
