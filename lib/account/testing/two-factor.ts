import { TOTP } from "otpauth";
import type { TestDatabase } from "#db/testing";
import type { Ctx } from "#lib/core/context";
import { confirmPassword } from "../password/confirm.ts";
import { beginTwoFactor, finishTwoFactor } from "../two-factor/enrol.ts";
import { PASSWORD } from "./people.ts";

/** An app on somebody's phone. */
export interface TestApp {
  secret: string;
  /** The code of the present 30 seconds, or of as many spans later or earlier, by the database's clock. */
  code(spans?: number): Promise<string>;
}

export function testApp(test: TestDatabase, secret: string): TestApp {
  return {
    secret,
    async code(spans = 0) {
      const [row] = await test.sql`select extract(epoch from clock_timestamp()) * 1000 as now`;
      return new TOTP({ secret }).generate({ timestamp: Number(row?.now) + spans * 30_000 });
    },
  };
}

/** Turns two-factor sign-in on as its owner would. The code of that moment is used up, unless it is `forgotten`. */
export async function enrol(test: TestDatabase, ctx: Ctx, { forgotten = true } = {}) {
  await confirmPassword(ctx, { confirmPassword: PASSWORD });
  const { secret } = await beginTwoFactor(ctx);
  const app = testApp(test, secret);
  const backup = await finishTwoFactor(ctx, { oneTimeCode: await app.code() });
  if (forgotten && "id" in ctx.actor)
    await test.sql`update second_factors set last_step = null where account_id = ${ctx.actor.id}`;
  return { app, backup };
}
