import { createHash, randomBytes } from "node:crypto";
import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { halfSignIns, rememberedDevices } from "#db/schema/access";
import { sessions } from "#db/schema/account";
import { record } from "#lib/audit/record";
import type { Actor, Ctx, Level } from "#lib/core/context";
import type { Permission } from "#lib/core/permission";

/** Whoever holds the secret is signed in: it goes into the cookie and is not kept here. */
export const newSecret = () => randomBytes(32).toString("base64url");

/** What a browser brings along when it signs in. */
export const Browser = z.object({
  /** Its User-Agent, by which people know their sessions apart. */
  agent: z.string().optional(),
  /** The secret by which it is known again, long after it signed out. */
  device: z.string().optional(),
  /** The secret of the session that it had until now. */
  replaces: z.string().optional(),
});
export type Browser = z.infer<typeof Browser>;

/** How long a session lives after it was last seen, and at most: who runs the portal is asked again each day. */
const LIFE = {
  reseller: { idle: sql`interval '30 days'`, whole: sql`interval '90 days'` },
  admin: { idle: sql`interval '30 minutes'`, whole: sql`interval '12 hours'` },
} as const;

/** When a session that is seen now will end, if it began at `createdAt`. */
export const endOfSession = (role: Person["role"], createdAt = sql`now()`) =>
  sql`least(${createdAt} + ${LIFE[role].whole}, now() + ${LIFE[role].idle})`;

export const hashSecret = (secret: string) => createHash("sha256").update(secret).digest("hex");

/** The facts of an account that make an actor of it. */
export interface Person {
  id: number;
  role: "reseller" | "admin";
  email: string;
  /** Present for resellers. */
  level: Level | null;
}

/** Who somebody is when they act. An admin may do nothing by it but what is their own, unless `permissions` say more. */
export function personActor(
  person: Person,
  sessionId: number,
  permissions: readonly Permission[] = [],
): Extract<Actor, { kind: "reseller" | "admin" }> {
  const { id, email, level } = person;
  if (person.role === "admin") return { kind: "admin", id, email, sessionId, permissions };
  if (!level) throw new Error(`Account ${id} is a reseller without a level.`);
  return { kind: "reseller", id, email, level, sessionId };
}

/**
 * Opens a session for someone whom the calling verb has made sure of, and ends the one that the browser had: its cookie
 * is overwritten, so nobody but a copy could use it any more. Returns the cookie's secret.
 */
export async function openSession(
  ctx: Ctx,
  person: Person,
  { agent, device, replaces }: Browser = {},
): Promise<string> {
  if (replaces) await endReplaced(ctx, person, replaces);
  const secret = newSecret();
  const [row] = await ctx.db
    .insert(sessions)
    .values({
      secretHash: hashSecret(secret),
      accountId: person.id,
      address: ctx.address,
      agent: agent?.slice(0, 300),
      deviceHash: device && hashSecret(device),
      expiresAt: endOfSession(person.role),
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

async function endReplaced(ctx: Ctx, person: Person, secret: string): Promise<void> {
  const [ended] = await ctx.db
    .update(sessions)
    .set({ endedAt: sql`now()` })
    .where(and(eq(sessions.secretHash, hashSecret(secret)), isNull(sessions.endedAt)))
    .returning({ id: sessions.id, accountId: sessions.accountId });
  if (!ended) return;
  const own = person.role === "reseller" && ended.accountId === person.id;
  await record(
    { ...ctx, actor: personActor(person, 0) },
    {
      action: "session.ended",
      subject: "session",
      subjectId: ended.id,
      resellerId: own ? person.id : undefined,
      after: { replaced: true },
    },
  );
}

/**
 * Ends an account's open sessions: all, one, or all but one, and has their devices asked for a code again. With all of them
 * end those that have yet to give one. Returns the ids of those that were open.
 */
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
  const ended = rows.map((row) => row.id);
  await forgetDevices(ctx, accountId, which);
  if (which.only === undefined) {
    await ctx.db
      .update(halfSignIns)
      .set({ endedAt: sql`now()` })
      .where(and(eq(halfSignIns.accountId, accountId), isNull(halfSignIns.endedAt)));
  }
  return ended;
}

/** The devices that need no code are asked for one again: all, that of one session, or all but that of one. */
async function forgetDevices(
  ctx: Ctx,
  accountId: number,
  { only, except }: { only?: number; except?: number },
): Promise<void> {
  const { deviceHash, endedAt } = rememberedDevices;
  const deviceOf = (id: number) =>
    sql`(select ${sessions.deviceHash} from ${sessions} where ${sessions.id} = ${id} and ${sessions.accountId} = ${accountId})`;
  await ctx.db
    .update(rememberedDevices)
    .set({ endedAt: sql`now()` })
    .where(
      and(
        eq(rememberedDevices.accountId, accountId),
        isNull(endedAt),
        only === undefined ? undefined : sql`${deviceHash} = ${deviceOf(only)}`,
        except === undefined ? undefined : sql`${deviceHash} is distinct from ${deviceOf(except)}`,
      ),
    );
}
