import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import { sessions } from "#db/schema/account";
import { type Ctx, requireAdmin, requirePerson } from "#lib/core/context";

export interface OpenSessionView {
  id: number;
  /** "Chrome on Android". */
  device: string;
  address: string | null;
  openedAt: Date;
  seenAt: Date;
  /** Whether it is the session that asks. */
  current: boolean;
}

/** One's own open sessions, the last seen first. */
export async function listSessions(ctx: Ctx): Promise<OpenSessionView[]> {
  const person = requirePerson(ctx);
  return openSessions(ctx, person.id, person.sessionId);
}

/** A reseller's open sessions, for admins. */
export async function listSessionsOf(ctx: Ctx, input: { resellerId: number }): Promise<OpenSessionView[]> {
  requireAdmin(ctx);
  return openSessions(ctx, input.resellerId);
}

async function openSessions(ctx: Ctx, accountId: number, current?: number): Promise<OpenSessionView[]> {
  const rows = await ctx.db
    .select()
    .from(sessions)
    .where(
      and(eq(sessions.accountId, accountId), isNull(sessions.endedAt), gt(sessions.expiresAt, sql`now()`)),
    )
    .orderBy(desc(sessions.seenAt), desc(sessions.id))
    .limit(100);
  return rows.map(({ id, agent, address, createdAt, seenAt }) => ({
    id,
    device: deviceName(agent),
    address,
    openedAt: createdAt,
    seenAt,
    current: id === current,
  }));
}

/** In this order: browsers claim to be those before them ("Chrome … Safari", "Edg … Chrome … Safari"). */
const BROWSERS: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, "Edge"],
  [/OPR\/|Opera/, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/UCBrowser\//, "UC Browser"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];

const SYSTEMS: [RegExp, string][] = [
  [/Android/, "Android"],
  [/iPhone|iPad|iPod/, "iPhone or iPad"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "Mac"],
  [/CrOS/, "Chromebook"],
  [/Linux/, "Linux"],
];

/** A User-Agent in words by which people know their own device: "Chrome on Android". */
export function deviceName(agent: string | null): string {
  const browser = BROWSERS.find(([mark]) => mark.test(agent ?? ""))?.[1];
  const system = SYSTEMS.find(([mark]) => mark.test(agent ?? ""))?.[1];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "Unknown device";
}
