import { and, desc, eq, gt, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, alias, QueryBuilder } from "drizzle-orm/pg-core";
import { z } from "zod";
import { decoded } from "#db/prepared";
import { ANNOUNCEMENT_KINDS, announcements } from "#db/schema/announcement";
import { networks } from "#db/schema/catalogue";
import { type Ctx, requireAdmin, requireSystem } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { defineList, type RowOf } from "#lib/core/list";

const p = alias(announcements, "p");

const columns = {
  id: p.id,
  kind: p.kind,
  networkId: p.networkId,
  /** The network that it is about; null when it is about none, or all. */
  networkName: networks.name,
  text: p.text,
  madeAt: p.madeAt,
  /** Since when, or until when, nobody is told any more; null until somebody ends it. */
  endsAt: p.endsAt,
};

/** Whether it is told now. */
export const inForce = ({ endsAt }: { endsAt: AnyPgColumn }) => or(isNull(endsAt), gt(endsAt, sql`now()`));

/** What everybody is told now, the latest first. For everybody. */
export async function announcementsNow(ctx: Ctx): Promise<Announcement[]> {
  const [row] = await ctx.db.execute<{ told: Told }>(sql`select ${toldNow()} as told`);
  return announcementsOf(row?.told ?? []);
}
export type Announcement = Pick<
  typeof announcements.$inferSelect,
  Exclude<keyof typeof columns, "networkName">
> & {
  networkName: string | null;
};

/** The same within a statement, as JSON that `announcementsOf` reads. */
export const toldNow = (): SQL => sql`(
  select coalesce(jsonb_agg(to_jsonb(told) order by told.id desc), '[]') from (${new QueryBuilder()
    .select(columns)
    .from(p)
    .leftJoin(networks, eq(networks.id, p.networkId))
    .where(inForce(p))
    .orderBy(desc(p.id))
    .limit(MOST_AT_ONCE)}) told)`;
export type Told = readonly Record<string, unknown>[];

export const announcementsOf = (told: Told): Announcement[] =>
  told.map((one) => decoded<Announcement>(columns, one));

/** One of them, for those who are told by message. @throws not_found */
export async function announcement(ctx: Ctx, id: number) {
  requireSystem(ctx);
  const [found] = await ctx.db.select().from(announcements).where(eq(announcements.id, id));
  if (!found) throw notFound("announcement");
  return found;
}

/** An announcement as programs read it. */
export function asTold({ id, kind, networkId, text, madeAt, endsAt }: Omit<Announcement, "networkName">) {
  return {
    ...{ id, kind, network: networkId, text },
    made_at: madeAt.toISOString(),
    ends_at: endsAt?.toISOString() ?? null,
  };
}

/** Nobody reads more than that. */
export const MOST_AT_ONCE = 5;

/** Everything that was ever announced. Admins only. */
export const announcementList = defineList({
  allow: requireAdmin,
  filter: {
    kind: z.enum(ANNOUNCEMENT_KINDS),
    state: z.enum(["now", "over"]),
  },
  pageSize: 50,
  read: async (ctx, { kind, state }, slice) => {
    const rows = await ctx.db
      .select({ ...columns, now: sql<boolean>`${inForce(p)}` })
      .from(p)
      .leftJoin(networks, eq(networks.id, p.networkId))
      .where(
        and(
          kind && eq(p.kind, kind),
          state === "now" ? inForce(p) : undefined,
          state === "over" ? lte(p.endsAt, sql`now()`) : undefined,
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
      "made at": ({ madeAt }) => madeAt,
      "ends at": ({ endsAt }) => endsAt,
      kind: ({ kind }) => kind,
      network: ({ networkName }) => networkName,
      text: ({ text }) => text,
    },
  },
});
export type ListedAnnouncement = RowOf<typeof announcementList>;
