import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { actorNames } from "#lib/audit/actor-names";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { csv } from "#lib/core/csv";
import { allPages, Cursor, type Page, pageConditions, pageOrder, toPage, where } from "#lib/core/page";
import { groupedPhone } from "#lib/core/phone";
import { Words } from "#lib/core/words";

export const SIGN_UP_STATES = ["pending", "approved", "refused"] as const;

export interface SignUpView {
  id: number;
  email: string;
  name: string;
  /** Grouped for reading. */
  phone: string;
  about: string;
  address: string | null;
  askedAt: Date;
  /** The e-mail has an account already: it can only be refused. */
  taken: boolean;
  state: (typeof SIGN_UP_STATES)[number];
  /** When, by whom and why it was decided; null while it waits. */
  decidedAt: Date | null;
  decidedBy: string | null;
  reason: string | null;
}

/** The filters of the list, as they stand in an address; what makes no sense is left out. */
export const SignUpFilter = z.object({
  /** Who waits is what one sees first. */
  state: z.enum(SIGN_UP_STATES).optional().catch(undefined),
  /** A part of the name or the e-mail. */
  q: Words.min(1).max(100).optional().catch(undefined),
});
export type SignUpFilter = z.infer<typeof SignUpFilter>;

export const ListSignUpsInput = SignUpFilter.extend(Cursor.shape);
export type ListSignUpsInput = z.infer<typeof ListSignUpsInput>;

type Row = Record<"id" | "email" | "name" | "phone" | "about" | "asked_ms" | "state", string> &
  Record<"address" | "decided_ms" | "decided_by" | "reason", string | null> & { taken: boolean };

const PAGE_SIZE = 25;

/** A page of who asked for an account, the longest first: who waits, unless told otherwise. Admins only. */
export async function listSignUps(
  ctx: Ctx,
  input: ListSignUpsInput = {},
  size = PAGE_SIZE,
): Promise<Page<SignUpView>> {
  requireAdmin(ctx);
  const ms = (at: SQL) => sql`(extract(epoch from ${at}) * 1000)::bigint`;
  const rows = await ctx.db.execute<Row>(sql`
    select p.id, p.email, p.name, p.phone, p.about, p.address, p.state, p.decided_by, p.reason,
      ${ms(sql`p.asked_at`)} as asked_ms, ${ms(sql`p.decided_at`)} as decided_ms,
      exists (select from accounts a where lower(a.email) = p.email) as taken
    from sign_ups p ${where([...conditions(input), ...pageConditions(input, "oldest")])} ${pageOrder(input, size, "oldest")}`);
  const names = await actorNames(
    ctx,
    rows.flatMap(({ decided_by }) => decided_by ?? []),
  );
  return toPage(rows, input, size, (row) => viewOf(row, names));
}

/** How many wait for an account. Admins only. */
export async function countSignUps(ctx: Ctx): Promise<number> {
  requireAdmin(ctx);
  const [row] = await ctx.db.execute<{ count: string }>(
    sql`select count(*) from sign_ups where state = 'pending'`,
  );
  return Number(row?.count ?? 0);
}

function conditions({ state = "pending", q }: SignUpFilter): SQL[] {
  const part = q && `%${q.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  return [
    sql`p.state = ${state}`,
    ...(part ? [sql`(lower(p.name) like ${part} or lower(p.email) like ${part})`] : []),
  ];
}

function viewOf(row: Row, names: ReadonlyMap<string, string>): SignUpView {
  const { id, email, name, phone, about, address, taken, reason } = row;
  return {
    ...{ id: Number(id), email, name, phone: groupedPhone(phone), about, address, taken, reason },
    askedAt: new Date(Number(row.asked_ms)),
    state: row.state as SignUpView["state"],
    decidedAt: row.decided_ms === null ? null : new Date(Number(row.decided_ms)),
    decidedBy: row.decided_by === null ? null : (names.get(row.decided_by) ?? row.decided_by),
  };
}

const CHUNK = 500;

const HEADER = ["number", "asked", "name", "e-mail", "phone", "about", "state", "decided", "by", "reason"];

/** Everybody who asked for an account and whom a filter finds, as CSV, streamed. Admins only. */
export function exportSignUps(ctx: Ctx, filter: SignUpFilter): AsyncGenerator<string> {
  requireAdmin(ctx);
  return csv(
    HEADER,
    allPages((after) => listSignUps(ctx, { ...filter, after }, CHUNK), cells),
  );
}

function cells({ id, askedAt, name, email, phone, about, state, decidedAt, decidedBy, reason }: SignUpView) {
  return [id, askedAt, name, email, phone, about, state, decidedAt, decidedBy, reason];
}
