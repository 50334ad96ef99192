import { argon2Sync, randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import type { TestDatabase } from "#db/testing";
import { insertAccount, insertAdmin } from "#lib/account/create-account";
import { insertReseller } from "#lib/account/reseller/create-reseller";
import { readSession } from "#lib/account/session/read-session";
import { type SignInInput, signIn } from "#lib/account/session/sign-in";
import { recordAudit } from "#lib/audit/record-audit";
import type { Ctx, Level } from "#lib/core/context";

export const TEST_PASSWORD = "green boat on the hill";

interface TestPerson {
  email: string;
  name: string;
  password: string;
}

/** Adds a reseller as the operator would. Returns the id. */
export function seedReseller(ctx: Ctx, { level, ...who }: TestPerson & { level: Level }): Promise<number> {
  return inTransaction(ctx, (tx) => insertReseller(tx, { ...who, level }, hashCheaply(who)));
}

/** Adds an admin as the operator would. Returns the id. */
export function seedAdmin(ctx: Ctx, { email, name, ...who }: TestPerson): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const id = await insertAdmin(tx, { email, name }, hashCheaply(who));
    await recordAudit(tx, {
      action: "admin.created",
      subject: "account",
      subjectId: id,
      after: { email, name },
    });
    return id;
  });
}

/** Adds a helper's account with `TEST_PASSWORD`, without its row of `helpers`. Returns the id. */
export function seedHelper(ctx: Ctx, person: Omit<TestPerson, "password">): Promise<number> {
  return insertAccount(ctx, "helper", person, hashCheaply({ password: TEST_PASSWORD }));
}

/**
 * Hashes with the lowest cost, because real hashing would take longer than most tests. The real cost is tested in
 * `password/hash-password.unit.test.ts`.
 */
function hashCheaply({ password }: Pick<TestPerson, "password">) {
  const nonce = Buffer.alloc(16, "salt");
  const least = { memory: 8, passes: 1, parallelism: 1 };
  const hash = argon2Sync("argon2id", { ...least, message: password, nonce, tagLength: 32 });
  const [salt, sum] = [nonce, hash].map((data) => data.toString("base64").replace(/=+$/, ""));
  return { passwordHash: `$argon2id$v=19$m=8,t=1,p=1$${salt}$${sum}`, generated: undefined };
}

let resellerCount = 0;

/** Adds a reseller with `TEST_PASSWORD`. */
export async function addReseller(test: TestDatabase, level: Level = "affiliate") {
  resellerCount += 1;
  const person = { email: `reseller${resellerCount}@kiosk.test`, name: `Reseller ${resellerCount}`, level };
  return { ...person, id: await seedReseller(test.systemCtx, { ...person, password: TEST_PASSWORD }) };
}

export function visitorContext(test: TestDatabase, address?: string): Ctx {
  return { ...test.ctx({ kind: "visitor" }), address };
}

/** Opens a session whose password confirmation doesn't expire. @returns its id. */
export async function createConfirmedSession({ db }: Ctx, accountId: number): Promise<number> {
  const [row] = await db.execute(sql`
    insert into sessions (secret_hash, account_id, expires_at, confirmed_at)
    values (${randomUUID()}, ${accountId}, now() + interval '1 day', now() + interval '1 day') returning id`);
  return Number(row?.id);
}

/** Signs in without a second factor. @returns the cookie's secret. */
export async function signInWithoutCode(ctx: Ctx, input: SignInInput): Promise<string> {
  const { secret } = await signIn(ctx, input);
  if (secret === null) throw new Error("A code is asked.");
  return secret;
}

/** Signs in. @returns the cookie's secret and the context of its session. */
export async function openTestSession(test: TestDatabase, email: string, password = TEST_PASSWORD) {
  const secret = await signInWithoutCode(visitorContext(test), {
    email,
    password,
    browser: { agent: "test" },
  });
  const session = await readSession(visitorContext(test), secret);
  if (!session) throw new Error("The session does not open.");
  return { secret, session, ctx: test.ctx(session.actor) };
}
