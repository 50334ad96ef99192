import { eq } from "drizzle-orm";
import { announcements } from "#db/schema/announcement";
import { type Ctx, requireSystem } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { type Announcement, listCurrentAnnouncements } from "./announcement-list.ts";

/** Reads the current announcements for the API, the latest first. */
export const readApiAnnouncements = async (ctx: Ctx) =>
  (await listCurrentAnnouncements(ctx)).map(toApiAnnouncement);

/** Loads an announcement for webhooks. @throws not_found */
export async function loadAnnouncementEvent(ctx: Ctx, id: string) {
  requireSystem(ctx);
  const [announcement] = await ctx.db
    .select()
    .from(announcements)
    .where(eq(announcements.id, Number(id)));
  if (!announcement) throw notFoundError("announcement");
  return toApiAnnouncement(announcement);
}

/** Builds the announcement of an event that is sent manually. */
export const buildSampleAnnouncement = (madeAt: Date) =>
  toApiAnnouncement({
    ...{ id: 1, kind: "news", networkId: null, text: "A test announcement." },
    ...{ madeAt, endsAt: null },
  });

/** Formats an announcement for the API and webhooks. */
function toApiAnnouncement({ id, kind, networkId, text, madeAt, endsAt }: Omit<Announcement, "networkName">) {
  return {
    id,
    kind,
    network: networkId,
    text,
    made_at: madeAt.toISOString(),
    ends_at: endsAt?.toISOString() ?? null,
  };
}
