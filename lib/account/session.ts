import { createHash, randomBytes } from "node:crypto";
import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { sessions } from "#db/schema/account";
import { record } from "#lib/audit/record";
import type { Actor, Ctx, Level } from "#lib/core/context";

/** Whoever holds the secret is signed in: it goes into the cookie and is not kept here. */
export const newSecret = () => randomBytes(32).toString("base64url");

export const hashSecret = (secret: string) => createHash("sha256").update(secret).digest("hex");

/** The facts of an account that make an actor of it. */
export interface Person {
  id: number;
  role: "reseller" | "admin";
  email: string;
  /** Present for resellers. */
  level: Level | null;
}

export function personActor(
  person: Person,
  sessionId: number,
): Extract<Actor, { kind: "reseller" | "admin" }> {
  const { id, email, level } = person;
  if (person.role === "admin") return { kind: "admin", id, email, sessionId };
  if (!level) throw new Error(`Account ${id} is a reseller without a level.`);
  return { kind: "reseller", id, email, level, sessionId };
}

/** Opens a session for someone whom the calling verb has made sure of. Returns the cookie's secret. */
export async function openSession(ctx: Ctx, person: Person, agent?: string): Promise<string> {
  const secret = newSecret();
  const [row] = await ctx.db
    .insert(sessions)
    .values({
      secretHash: hashSecret(secret),
      accountId: person.id,
      address: ctx.address,
      agent: agent?.slice(0, 300),
      expiresAt: sql`now() + interval '30 days'`,
    })
    .returning({ id: sessions.id });
  if (!row) throw new Error("A session was not written.");
  const actor = personActor(person, row.id);
  await record(
    { ...ctx, actor },
    {
      action: "session.opened",
      subject: "session",
      subjectId: row.id,
      resellerId: person.role === "reseller" ? person.id : undefined,
    },
  );
  return secret;
}

/** Ends an account's open sessions: all, one, or all but one. Returns the ids of those that were open. */
export async function closeSessions(
  ctx: Ctx,
  accountId: number,
  which: { only?: number; except?: number } = {},
): Promise<number[]> {
  const rows = await ctx.db
    .update(sessions)
    .set({ endedAt: sql`now()` })
    .where(
      and(
        eq(sessions.accountId, accountId),
        isNull(sessions.endedAt),
        which.only === undefined ? undefined : eq(sessions.id, which.only),
        which.except === undefined ? undefined : ne(sessions.id, which.except),
      ),
    )
    .returning({ id: sessions.id });
  return rows.map((row) => row.id);
}
