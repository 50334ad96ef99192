import { argon2Sync, randomUUID } from "node:crypto";
import { inTransaction } from "#db/client";
import type { TestDatabase } from "#db/testing";
import { record } from "#lib/audit/record";
import type { Ctx, Level } from "#lib/core/context";
import { insertAdmin } from "../create-account.ts";
import { insertReseller } from "../reseller/create.ts";
import { readSession } from "../session/read.ts";
import { type SignInInput, signIn } from "../session/sign-in.ts";

export const PASSWORD = "green boat on the hill";

interface Somebody {
  email: string;
  name: string;
  password: string;
}

/** Adds a reseller as the operator would. Returns the id. */
export function seedReseller(ctx: Ctx, { level, ...who }: Somebody & { level: Level }): Promise<number> {
  return inTransaction(ctx, (tx) => insertReseller(tx, { ...who, level }, cheaply(who)));
}

/** Adds an admin as the operator would. Returns the id. */
export function seedAdmin(ctx: Ctx, { email, name, ...who }: Somebody): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const id = await insertAdmin(tx, { email, name }, cheaply(who));
    await record(tx, { action: "admin.created", subject: "account", subjectId: id, after: { email, name } });
    return id;
  });
}

/**
 * A hash that carries the least cost there is, to make and to check: the real one takes longer than what most tests are
 * about. What people's passwords cost is for `password/hash.unit.test.ts`.
 */
function cheaply({ password }: Pick<Somebody, "password">) {
  const nonce = Buffer.alloc(16, "salt");
  const least = { memory: 8, passes: 1, parallelism: 1 };
  const hash = argon2Sync("argon2id", { ...least, message: password, nonce, tagLength: 32 });
  const [salt, sum] = [nonce, hash].map((data) => data.toString("base64").replace(/=+$/, ""));
  return { passwordHash: `$argon2id$v=19$m=8,t=1,p=1$${salt}$${sum}`, generated: undefined };
}

let count = 0;

/** A new reseller of a test, with `PASSWORD`. */
export async function addReseller(test: TestDatabase) {
  count += 1;
  const person = {
    email: `reseller${count}@kiosk.test`,
    name: `Reseller ${count}`,
    level: "affiliate",
  } as const;
  return { ...person, id: await seedReseller(test.systemCtx, { ...person, password: PASSWORD }) };
}

/** The context of someone who comes from `address` and has not signed in. */
export function visitor(test: TestDatabase, address?: string): Ctx {
  return { ...test.ctx({ kind: "visitor" }), address };
}

/** An open session that has just given its password once more, and goes on having. Returns its id. */
export async function confirmedSession(test: TestDatabase, accountId: number): Promise<number> {
  const [row] = await test.sql`
    insert into sessions (secret_hash, account_id, expires_at, confirmed_at)
    values (${randomUUID()}, ${accountId}, now() + interval '1 day', now() + interval '1 day') returning id`;
  return Number(row?.id);
}

/** Signs in where no code is asked, and gives the cookie's secret. */
export async function signedIn(ctx: Ctx, input: SignInInput): Promise<string> {
  const { secret } = await signIn(ctx, input);
  if (secret === null) throw new Error("A code is asked.");
  return secret;
}

/** Signs in, and gives the cookie's secret with the context that it opens. */
export async function enter(test: TestDatabase, email: string, password = PASSWORD) {
  const secret = await signedIn(visitor(test), { email, password, browser: { agent: "test" } });
  const session = await readSession(visitor(test), secret);
  if (!session) throw new Error("The session does not open.");
  return { secret, session, ctx: test.ctx(session.actor) };
}
