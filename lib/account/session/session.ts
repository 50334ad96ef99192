import { createHash, randomBytes } from "node:crypto";
import { and, desc, eq, gt, inArray, isNull, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { pendingSignIns, trustedDevices } from "#db/schema/access";
import { accounts, resellers, sessions } from "#db/schema/account";
import { helpers } from "#db/schema/helper";
import { recordAccountAudit } from "#lib/account/record-account-audit";
import { recordAudit } from "#lib/audit/record-audit";
import type { Ctx, Level, Person } from "#lib/core/context";
import type { HelperPermission } from "#lib/core/helper-permission";
import type { Permission } from "#lib/core/permission";
import type { AgentTerms } from "#lib/core/price-list/price-terms";

/** Generates a session's secret, which goes into the cookie and is stored as a hash only. */
export const generateSecret = () => randomBytes(32).toString("base64url");

/** The browser's data at sign-in. */
export const Browser = z.object({
  /** Its User-Agent, which names the device in the list of sessions. */
  agent: z.string().optional(),
  /** The secret of the device, which outlives its sessions. */
  device: z.string().optional(),
  /** The secret of the session to replace. */
  replaces: z.string().optional(),
});
export type Browser = z.infer<typeof Browser>;

/** Lifetimes of a session after its last request, and in total; an admin signs in again each day. */
const SESSION_LIFETIMES = {
  reseller: { idle: sql`interval '30 days'`, whole: sql`interval '90 days'` },
  helper: { idle: sql`interval '30 days'`, whole: sql`interval '90 days'` },
  admin: { idle: sql`interval '30 minutes'`, whole: sql`interval '12 hours'` },
} as const;

/** Builds the expiry of a session that is seen now and began at `createdAt`. */
export const getSessionExpiry = (role: AccountIdentity["role"], createdAt = sql`now()`) =>
  sql`least(${createdAt} + ${SESSION_LIFETIMES[role].whole}, now() + ${SESSION_LIFETIMES[role].idle})`;

export const hashSecret = (secret: string) => createHash("sha256").update(secret).digest("hex");

/** The fields of an account that an actor is made of. */
export interface AccountIdentity {
  id: number;
  role: Person["kind"];
  email: string;
  /** Present for resellers, and for helpers that of their reseller. */
  level: Level | null;
  agent?: AgentTerms | null | undefined;
  /** Present for helpers. */
  resellerId?: number | null;
}

/** The same, selected from `accounts` with the row of `resellers` that `isResellerOfAccount`, if any. */
export const accountIdentityColumns = {
  id: accounts.id,
  role: accounts.role,
  email: accounts.email,
  level: resellers.level,
  resellerId: sql<number | null>`${resellers.id}`.mapWith(resellers.id),
};

/** The condition of a row of `resellers` that it is the account's own, or of whom the account is a helper. */
export const isResellerOfAccount = sql`${resellers.id} = case ${accounts.role}
  when 'helper' then (select ${helpers.resellerId} from ${helpers} where ${helpers.id} = ${accounts.id})
  else ${accounts.id} end`;

interface AccountPermissions {
  admin: readonly Permission[];
  helper: readonly HelperPermission[];
}

/** Creates an account's actor, with the permissions passed, by default none. */
export function toAccountActor(
  person: AccountIdentity,
  sessionId: number,
  permissions: AccountPermissions = { admin: [], helper: [] },
): Person {
  const { id, role, email, level, resellerId } = person;
  const agent = person.agent ?? undefined;
  if (role === "admin") return { kind: role, id, email, sessionId, permissions: permissions.admin };
  if (!level) throw new Error(`Account ${id} is a ${role} without a level.`);
  if (role === "reseller") return { kind: role, id, email, level, agent, sessionId };
  if (!resellerId) throw new Error(`Account ${id} is a helper without a reseller.`);
  return { kind: role, id, resellerId, email, level, agent, sessionId, permissions: permissions.helper };
}

/**
 * Opens a session for an account that the caller has verified, and ends the browser's earlier one: its cookie
 * is overwritten, so only a copy could still use it. Returns the cookie's secret.
 */
export async function openSession(
  ctx: Ctx,
  person: AccountIdentity,
  { agent, device, replaces }: Browser = {},
): Promise<string> {
  if (replaces) await endReplacedSession(ctx, person, replaces);
  const secret = generateSecret();
  const [row] = await ctx.db
    .insert(sessions)
    .values({
      secretHash: hashSecret(secret),
      accountId: person.id,
      address: ctx.address,
      agent: agent?.slice(0, 300),
      deviceHash: device && hashSecret(device),
      expiresAt: getSessionExpiry(person.role),
    })
    .returning({ id: sessions.id });
  if (!row) throw new Error("A session was not written.");
  const subject = { subject: "session", subjectId: row.id };
  const owner = { ...ctx, actor: toAccountActor(person, row.id) };
  await recordAccountAudit(owner, person, { action: "session.opened", ...subject });
  await endOldestSessions(owner, person);
  return secret;
}

/** Sessions of one account that are open at once: a person with ten devices has some left. */
const MAX_SESSIONS = 50;

/** Ends the sessions that were opened first, above the limit. */
async function endOldestSessions(ctx: Ctx, person: AccountIdentity): Promise<void> {
  const open = and(
    eq(sessions.accountId, person.id),
    isNull(sessions.endedAt),
    gt(sessions.expiresAt, sql`now()`),
  );
  const oldest = ctx.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(open)
    .orderBy(desc(sessions.id))
    .offset(MAX_SESSIONS);
  const ended = await ctx.db
    .update(sessions)
    .set({ endedAt: sql`now()` })
    .where(and(inArray(sessions.id, oldest), isNull(sessions.endedAt)))
    .returning({ id: sessions.id });
  for (const { id } of ended)
    await recordAccountAudit(ctx, person, {
      action: "session.ended",
      subject: "session",
      subjectId: id,
      after: { replaced: true },
    });
}

async function endReplacedSession(ctx: Ctx, person: AccountIdentity, secret: string): Promise<void> {
  const [ended] = await ctx.db
    .update(sessions)
    .set({ endedAt: sql`now()` })
    .where(and(eq(sessions.secretHash, hashSecret(secret)), isNull(sessions.endedAt)))
    .returning({ id: sessions.id, accountId: sessions.accountId });
  if (!ended) return;
  const isSameReseller = person.role === "reseller" && ended.accountId === person.id;
  await recordAudit(
    { ...ctx, actor: toAccountActor(person, 0) },
    {
      action: "session.ended",
      subject: "session",
      subjectId: ended.id,
      resellerId: isSameReseller ? person.id : undefined,
      after: { replaced: true },
    },
  );
}

/**
 * Ends an account's open sessions: all, one, or all but one, and removes their trusted devices. Ending all
 * also ends pending sign-ins. Returns the ids of the ended sessions.
 */
export async function endAccountSessions(
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
  await revokeTrustedDevices(ctx, accountId, which);
  if (which.only === undefined) {
    await ctx.db
      .update(pendingSignIns)
      .set({ endedAt: sql`now()` })
      .where(and(eq(pendingSignIns.accountId, accountId), isNull(pendingSignIns.endedAt)));
  }
  return ended;
}

/** Removes trusted devices: all, that of one session, or all but that of one. */
async function revokeTrustedDevices(
  ctx: Ctx,
  accountId: number,
  { only, except }: { only?: number; except?: number },
): Promise<void> {
  const { deviceHash, endedAt } = trustedDevices;
  const deviceOf = (id: number) =>
    sql`(
      select ${sessions.deviceHash}
      from ${sessions}
      where ${sessions.id} = ${id} and ${sessions.accountId} = ${accountId})`;
  await ctx.db
    .update(trustedDevices)
    .set({ endedAt: sql`now()` })
    .where(
      and(
        eq(trustedDevices.accountId, accountId),
        isNull(endedAt),
        only === undefined ? undefined : sql`${deviceHash} = ${deviceOf(only)}`,
        except === undefined ? undefined : sql`${deviceHash} is distinct from ${deviceOf(except)}`,
      ),
    );
}
