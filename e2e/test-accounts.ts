import { sql } from "drizzle-orm";
import { encode } from "next-auth/jwt";
import type { BrowserContext } from "playwright/test";
import { hashSecret, openSession } from "#lib/account/session/session";
import { seedAdmin, seedReseller, TEST_PASSWORD } from "#lib/account/testing/test-accounts";
import type { Ctx, Level } from "#lib/core/context";
import { env } from "#lib/core/env";
import { postCredit } from "#lib/ledger/adjust-wallet";

export interface TestPerson {
  id: number;
  role: "reseller" | "admin";
  level: Level | null;
  name: string;
  email: string;
  password: string;
}

/** Makes people as the operator would. */
export class TestAccounts {
  readonly #ctx: Ctx;
  #made = 0;

  constructor(ctx: Ctx) {
    this.#ctx = ctx;
  }

  /** A new reseller with `money` minor units in the wallet (100,000.00 unless given). */
  async reseller({ level = "affiliate" as Level, money = 10_000_000n } = {}): Promise<TestPerson> {
    const person = this.#next("reseller");
    const id = await seedReseller(this.#ctx, { ...person, level });
    if (money > 0n) await postCredit(this.#ctx, { resellerId: id, amount: money, reason: "To begin with" });
    return { ...person, id, role: "reseller", level };
  }

  async admin(): Promise<TestPerson> {
    const person = this.#next("admin");
    const id = await seedAdmin(this.#ctx, person);
    return { ...person, id, role: "admin", level: null };
  }

  /** Signs a browser in by writing a session row and its cookie: no form, no password. */
  async signIn(context: BrowserContext, person: TestPerson, url: string): Promise<void> {
    const { name, value } = await this.cookie(person);
    await context.addCookies([{ name, value, url, httpOnly: true, sameSite: "Lax" }]);
  }

  /** The cookie of a new session, which has given its password once more already. */
  async cookie(person: Pick<TestPerson, "id" | "role" | "level" | "email">) {
    const secret = await openSession(this.#ctx, person, { agent: "a test" });
    await this.#ctx.db.execute(sql`
      update sessions set confirmed_at = now() + interval '1 day' where secret_hash = ${hashSecret(secret)}`);
    const value = await encode({ token: { secret }, secret: env().NEXTAUTH_SECRET });
    return { name: "next-auth.session-token", value };
  }

  #next(what: string) {
    this.#made += 1;
    const name = `${what} ${this.#made}`;
    return { name, email: `${what}-${this.#made}@example.com`, password: TEST_PASSWORD };
  }
}
