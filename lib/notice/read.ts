import { and, eq, isNull, lte, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { listen } from "#db/listen";
import { notices } from "#db/schema/notice";
import { Id } from "#lib/core/amount";
import { type Ctx, requirePerson } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { defineList, type RowOf } from "#lib/core/list";
import { EVENT_NAMES, EVENTS } from "./events.ts";
import { rawNotice } from "./raw-notice.ts";
import { noticeWords } from "./words.ts";

const p = alias(notices, "p");

/** What one was told. */
export const noticeList = defineList({
  allow: requirePerson,
  filter: { event: z.enum(EVENT_NAMES), state: z.enum(["unread", "read"]) },
  pageSize: 30,
  read: async (ctx, { event, state }, slice) => {
    const { id, kind } = requirePerson(ctx);
    const rows = await ctx.db
      .select({ ...rawNotice, readAt: p.readAt })
      .from(p)
      .where(
        and(
          eq(p.accountId, id),
          sql`p.shown`,
          event && eq(p.event, event),
          state && sql`(p.read_at is null) = ${state === "unread"}`,
          ...slice.conditions,
        ),
      )
      .orderBy(slice.orderBy)
      .limit(slice.limit);
    return slice.page(rows, ({ readAt, ...raw }) => ({
      ...{ id: raw.id, event: raw.event, at: raw.at, unread: readAt === null },
      ...noticeWords(raw, kind),
    }));
  },
  file: {
    name: "notices",
    columns: {
      notice: ({ id }) => id,
      at: ({ at }) => at,
      about: ({ event }) => EVENTS[event]?.label ?? event,
      title: ({ title }) => title,
      text: ({ text }) => text,
      read: ({ unread }) => (unread ? "no" : "yes"),
    },
  },
});
export type ListedNotice = RowOf<typeof noticeList>;

/** A number that nobody counts further than. */
const MANY = 100;

/** How many notices one has not read, up to a hundred. */
export async function countUnread(ctx: Ctx): Promise<number> {
  const { id } = requirePerson(ctx);
  const [row] = await ctx.db.execute<{ count: number }>(sql`select ${unreadOf(sql`${id}`)} as count`);
  return row?.count ?? 0;
}

/** The same of an account, within a statement. */
export const unreadOf = (accountId: SQL): SQL => sql`(select count(*)::int from (
  select from notices where account_id = ${accountId} and shown and read_at is null limit ${MANY}) unread)`;

export const OpenNoticeInput = z.object({ id: Id });
export type OpenNoticeInput = z.input<typeof OpenNoticeInput>;

/** Notes that one has read a notice. @returns where it leads. @throws not_found */
export async function openNotice(ctx: Ctx, input: OpenNoticeInput): Promise<string> {
  const { id: account, kind } = requirePerson(ctx);
  const { id } = OpenNoticeInput.parse(input);
  const [raw] = await ctx.db
    .select(rawNotice)
    .from(p)
    .where(and(eq(p.id, id), eq(p.accountId, account), sql`p.shown`));
  if (!raw) throw notFound("notice");
  await ctx.db
    .update(notices)
    .set({ readAt: sql`now()` })
    .where(and(eq(notices.id, id), isNull(notices.readAt)));
  return noticeWords(raw, kind).path;
}

/** The last notice that the page showed: what came after it stays unread. */
export const ReadAllInput = z.object({ upTo: Id });
export type ReadAllInput = z.input<typeof ReadAllInput>;

/** Notes that one has read everything up to a notice. @returns how many there were. */
export async function readAll(ctx: Ctx, input: ReadAllInput): Promise<number> {
  const { id } = requirePerson(ctx);
  const { upTo } = ReadAllInput.parse(input);
  const read = await ctx.db
    .update(notices)
    .set({ readAt: sql`now()` })
    .where(and(eq(notices.accountId, id), sql`shown`, isNull(notices.readAt), lte(notices.id, upTo)))
    .returning({ id: notices.id });
  return read.length;
}

/** Tells when one is told something. @returns how to stop. */
export async function watchNotices(ctx: Ctx, handler: () => void, since?: number): Promise<() => void> {
  const { id } = requirePerson(ctx);
  return listen(
    "notice",
    (account) => {
      if (account === "" || Number(account) === id) handler();
    },
    since,
  );
}
