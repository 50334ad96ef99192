import { TOTP } from "otpauth";
import type { TestDatabase } from "#db/testing";
import { confirmPassword } from "#lib/account/password/confirm-password";
import { beginTwoFactor, finishTwoFactor } from "#lib/account/two-factor/enrol-two-factor";
import type { Ctx } from "#lib/core/context";
import { TEST_PASSWORD } from "./test-accounts.ts";

/** An authenticator app. */
export interface TestApp {
  secret: string;
  /** Returns the code of the current 30 seconds, or of `spans` later or earlier, by the database's clock. */
  code(spans?: number): Promise<string>;
}

export function createTestApp(test: TestDatabase, secret: string): TestApp {
  return {
    secret,
    async code(spans = 0) {
      const [row] = await test.sql`select extract(epoch from clock_timestamp()) * 1000 as now`;
      return new TOTP({ secret }).generate({ timestamp: Number(row?.now) + spans * 30_000 });
    },
  };
}

/** Turns two-factor sign-in on. The current code is consumed, unless it is `forgotten`. */
export async function enrolTwoFactor(test: TestDatabase, ctx: Ctx, { forgotten = true } = {}) {
  await confirmPassword(ctx, { confirmPassword: TEST_PASSWORD });
  const { secret } = await beginTwoFactor(ctx);
  const app = createTestApp(test, secret);
  const backup = await finishTwoFactor(ctx, { oneTimeCode: await app.code() });
  if (forgotten && "id" in ctx.actor)
    await test.sql`update second_factors set last_step = null where account_id = ${ctx.actor.id}`;
  return { app, backup };
}
