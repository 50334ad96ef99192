import { randomUUID } from "node:crypto";
import type { TestDatabase } from "#db/testing";
import type { Ctx } from "#lib/core/context";
import { createReseller } from "../reseller/create.ts";
import { readSession } from "../session/read.ts";
import { signIn } from "../session/sign-in.ts";

export const PASSWORD = "green boat on the hill";

let count = 0;

/** A new reseller of a test, with `PASSWORD`. */
export function addReseller(test: TestDatabase) {
  count += 1;
  const email = `reseller${count}@kiosk.test`;
  return createReseller(test.systemCtx, {
    email,
    name: `Reseller ${count}`,
    level: "affiliate",
    password: PASSWORD,
  });
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

/** Signs in, and gives the cookie's secret with the context that it opens. */
export async function enter(test: TestDatabase, email: string, password = PASSWORD) {
  const { secret } = await signIn(visitor(test), { email, password, browser: { agent: "test" } });
  const session = await readSession(visitor(test), secret);
  if (!session) throw new Error("The session does not open.");
  return { secret, session, ctx: test.ctx(session.actor) };
}
