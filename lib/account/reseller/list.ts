import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Ctx, LEVELS, type Level, requireAdmin } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import type { Minor } from "#lib/core/money";
import { Cursor, type Page, pageConditions, pageOrder, toPage, where } from "#lib/core/page";
import { Words } from "#lib/core/words";

export const RESELLER_STATES = ["active", "restricted", "closed"] as const;

/** The filters of the list, as they stand in an address; what makes no sense is left out. */
export const ResellerFilter = z.object({
  /** A part of the name or the e-mail. */
  q: Words.min(1).max(100).optional().catch(undefined),
  level: z.enum(LEVELS).optional().catch(undefined),
  state: z.enum(RESELLER_STATES).optional().catch(undefined),
});
export type ResellerFilter = z.infer<typeof ResellerFilter>;

export const ListResellersInput = ResellerFilter.extend(Cursor.shape);
export type ListResellersInput = z.infer<typeof ListResellersInput>;

/** A reseller's account, for admins. */
export interface ResellerAccount {
  id: number;
  email: string;
  name: string;
  level: Level;
  state: (typeof RESELLER_STATES)[number];
  /** The most they may spend in a day, in minor units. */
  dailyLimit: Minor | null;
  version: number;
  createdAt: Date;
  /** When they or one of their programs last came. */
  seenAt: Date | null;
  /** They have yet to choose a password. */
  passwordPending: boolean;
}

type Row = Record<"id" | "email" | "name" | "level" | "state" | "created_ms", string> &
  Record<"daily_limit" | "seen_ms", string | null> & { version: number; password_generated: boolean };

const PAGE_SIZE = 50;

const columns: SQL = sql`p.id, a.email, a.name, p.level, p.state, p.daily_limit, p.version, a.password_generated,
  (extract(epoch from a.created_at) * 1000)::bigint as created_ms,
  (extract(epoch from greatest(
    (select max(seen_at) from sessions where account_id = p.id),
    (select max(used_at) from tokens where reseller_id = p.id))) * 1000)::bigint as seen_ms`;

/** A page of resellers, newest first. Admins only. */
export async function listResellers(
  ctx: Ctx,
  input: ListResellersInput,
  size = PAGE_SIZE,
): Promise<Page<ResellerAccount>> {
  requireAdmin(ctx);
  const conditions = [...filterConditions(input), ...pageConditions(input), ...accountsPage(input)];
  const rows = await ctx.db.execute<Row>(sql`
    select ${columns} from resellers p join accounts a on a.id = p.id ${where(conditions)} ${pageOrder(input, size)}`);
  return toPage(rows, input, size, fromRow);
}

/** The same page of `accounts`, said once more: merged with all of them, a page far back would read them all. */
function accountsPage({ after, before }: Cursor): SQL[] {
  if (after !== undefined) return [sql`a.id < ${after}`];
  return before === undefined ? [] : [sql`a.id > ${before}`];
}

/** One reseller's account. Admins only. @throws not_found */
export async function getReseller(
  ctx: Ctx,
  { resellerId }: { resellerId: number },
): Promise<ResellerAccount> {
  requireAdmin(ctx);
  const [row] = await ctx.db.execute<Row>(sql`
    select ${columns} from resellers p join accounts a on a.id = p.id where p.id = ${resellerId}`);
  if (!row) throw notFound("reseller");
  return fromRow(row);
}

function filterConditions({ q, level, state }: ResellerFilter): SQL[] {
  const part = q && `%${q.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  return [
    ...(part ? [sql`(lower(a.name) like ${part} or lower(a.email) like ${part})`] : []),
    ...(level ? [sql`p.level = ${level}`] : []),
    ...(state ? [sql`p.state = ${state}`] : []),
  ];
}

function fromRow(row: Row): ResellerAccount {
  const ms = (text: string | null) => (text === null ? null : new Date(Number(text)));
  return {
    id: Number(row.id),
    email: row.email,
    name: row.name,
    level: row.level as Level,
    state: row.state as ResellerAccount["state"],
    dailyLimit: row.daily_limit === null ? null : BigInt(row.daily_limit),
    version: row.version,
    createdAt: new Date(Number(row.created_ms)),
    seenAt: ms(row.seen_ms),
    passwordPending: row.password_generated,
  };
}
