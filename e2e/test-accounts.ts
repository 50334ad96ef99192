import { sql } from "drizzle-orm";
import { encode } from "next-auth/jwt";
import type { BrowserContext } from "playwright/test";
import { helpers } from "#db/schema/helper";
import { hashSecret, openSession } from "#lib/account/session/session";
import { seedAdmin, seedHelper, seedReseller, TEST_PASSWORD } from "#lib/account/testing/test-accounts";
import type { Ctx, Level, Person } from "#lib/core/context";
import { env } from "#lib/core/env";
import { ALL_HELPER_PERMISSIONS } from "#lib/core/helper-permission";
import type { Minor } from "#lib/core/money/money";
import { postCredit } from "#lib/ledger/adjust-wallet";

export interface TestPerson {
  id: number;
  role: Person["kind"];
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

  /** A helper of a reseller, with every permission unless given. */
  async helper(
    { id: resellerId, level }: TestPerson,
    { permissions = ALL_HELPER_PERMISSIONS, dailyLimit = null as Minor | null } = {},
  ): Promise<TestPerson & { resellerId: number }> {
    const person = this.#next("helper");
    const id = await seedHelper(this.#ctx, person);
    await this.#ctx.db.insert(helpers).values({ id, resellerId, dailyLimit, permissions: [...permissions] });
    return { ...person, id, role: "helper", level, resellerId };
  }

  /** Signs a browser in by writing a session row and its cookie: no form, no password. */
  async signIn(context: BrowserContext, person: TestPerson, url: string): Promise<void> {
    const { name, value } = await this.cookie(person);
    await context.addCookies([{ name, value, url, httpOnly: true, sameSite: "Lax" }]);
  }

  /** The cookie of a new session, which has given its password once more already. */
  async cookie(person: Pick<TestPerson, "id" | "role" | "level" | "email"> & { resellerId?: number }) {
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
