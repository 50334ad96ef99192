import type { TestDatabase } from "#db/testing";
import { createReseller } from "#lib/account/create-reseller";
import { readSession } from "#lib/account/read-session";
import { signIn } from "#lib/account/sign-in";
import type { Ctx } from "#lib/core/context";

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

/** Signs in, and gives the cookie's secret with the context that it opens. */
export async function enter(test: TestDatabase, email: string, password = PASSWORD) {
  const { secret } = await signIn(visitor(test), { email, password, agent: "test" });
  const session = await readSession(visitor(test), secret);
  if (!session) throw new Error("The session does not open.");
  return { secret, session, ctx: test.ctx(session.actor) };
}
