import { and, desc, eq, gt, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, alias, QueryBuilder } from "drizzle-orm/pg-core";
import { z } from "zod";
import { decodeRow } from "#db/prepare-query";
import { ANNOUNCEMENT_KINDS, announcements } from "#db/schema/announcement";
import { networks } from "#db/schema/catalogue";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { defineList, type RowOf } from "#lib/core/list/list";
import type { Banners } from "#lib/core/module";
import { readRow } from "#lib/core/read-rows";
import { formatAnnouncementTitle } from "./announcement-labels.ts";

const p = alias(announcements, "p");

const columns = {
  id: p.id,
  kind: p.kind,
  networkId: p.networkId,
  /** Null when it is about no network, or all. */
  networkName: networks.name,
  text: p.text,
  madeAt: p.madeAt,
  /** When it ended or ends; null until an admin ends it. */
  endsAt: p.endsAt,
};

/** A condition: whether the announcement is current. */
export const isInForce = ({ endsAt }: { endsAt: AnyPgColumn }) => or(isNull(endsAt), gt(endsAt, sql`now()`));

/** Lists current announcements, the latest first. For everybody. */
export async function listCurrentAnnouncements(ctx: Ctx): Promise<Announcement[]> {
  const { announcements } = await readRow(
    ctx.db,
    z.object({ announcements: z.custom<AnnouncementRows>(Array.isArray) }),
  )`
    select ${selectCurrentAnnouncements()} as announcements`;
  return toAnnouncements(announcements);
}
export type Announcement = Pick<
  typeof announcements.$inferSelect,
  Exclude<keyof typeof columns, "networkName">
> & {
  networkName: string | null;
};

/** The same as a subquery, as JSON for `toAnnouncements`. */
export const selectCurrentAnnouncements = (): SQL => sql`(
  select coalesce(jsonb_agg(to_jsonb(current) order by current.id desc), '[]') from (${new QueryBuilder()
    .select(columns)
    .from(p)
    .leftJoin(networks, eq(networks.id, p.networkId))
    .where(isInForce(p))
    .orderBy(desc(p.id))
    .limit(MAX_CURRENT_ANNOUNCEMENTS)}) current)`;
export type AnnouncementRows = readonly Record<string, unknown>[];

export const toAnnouncements = (rows: AnnouncementRows): Announcement[] =>
  rows.map((row) => decodeRow<Announcement>(columns, row));

export const MAX_CURRENT_ANNOUNCEMENTS = 5;

/** Announcements, by default those that ended. Admins only. */
export const announcementList = defineList({
  allow: requireAdmin,
  filter: { kind: z.enum(ANNOUNCEMENT_KINDS), state: z.enum(["now", "all"]) },
  pageSize: 50,
  read: async (ctx, { kind, state }, slice) => {
    const rows = await ctx.db
      .select({ ...columns, now: sql<boolean>`${isInForce(p)}` })
      .from(p)
      .leftJoin(networks, eq(networks.id, p.networkId))
      .where(
        and(
          kind && eq(p.kind, kind),
          state === "now" ? isInForce(p) : undefined,
          state === undefined ? lte(p.endsAt, sql`now()`) : undefined,
          ...slice.conditions,
        ),
      )
      .orderBy(slice.orderBy)
      .limit(slice.limit);
    return slice.page(rows, (row) => row);
  },
  file: {
    name: "announcements",
    columns: {
      announcement: ({ id }) => id,
      "published at": ({ madeAt }) => madeAt,
      "ends at": ({ endsAt }) => endsAt,
      kind: ({ kind }) => kind,
      network: ({ networkName }) => networkName,
      text: ({ text }) => text,
    },
  },
});
export type ListedAnnouncement = RowOf<typeof announcementList>;

/** Shows the current announcements on every page of a reseller. */
export const announcementBanners: Banners = {
  select: selectCurrentAnnouncements,
  toBanners: (rows) =>
    toAnnouncements(rows).map(({ id, kind, networkName, text, madeAt }) => ({
      key: `announcement-${id}`,
      warns: kind === "outage" || kind === "maintenance",
      title: formatAnnouncementTitle(kind, networkName),
      text,
      at: madeAt,
    })),
};
