import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { testDatabase } from "#db/testing";
import { createAdmin } from "#lib/account/admins";
import { confirmPassword } from "#lib/account/password/confirm";
import { readSession } from "#lib/account/session/read";
import { addReseller, enter, PASSWORD, visitor } from "#lib/account/testing/people";
import { enrol } from "#lib/account/testing/two-factor";
import { beginTwoFactor, turnOffTwoFactor } from "#lib/account/two-factor/enrol";
import { action } from "./action.ts";
import { currentVisit, requireAdminPage, type Who } from "./actor.ts";
import { keepSession } from "./cookie.ts";
import { route } from "./route.ts";
import { arrive, forgetCookies } from "./testing/next-headers.ts";

vi.mock("next/headers", () => import("./testing/next-headers.ts"));

const db = await testDatabase();
Object.assign(process.env, { DATABASE_URL: db.url, ADMIN_TWO_FACTOR: "required" });
afterAll(() => db.close());

beforeEach(() => {
  forgetCookies();
  arrive({ host: "localhost:3000", origin: "http://localhost:3000" });
});

let made = 0;

/** An admin who has just signed in by password, in this browser. */
async function admin() {
  made += 1;
  const email = `admin-${made}@kiosk.test`;
  await createAdmin(db.systemCtx, { email, name: "Ada", password: PASSWORD });
  const entered = await enter(db, email);
  await keepSession(entered.secret);
  return { email, ...entered };
}

const ALL: Who[] = ["visitor", "person", "reseller", "admin", "newcomer"];

/** Whose actions and routes the browser may call. */
async function mayCall(): Promise<Who[]> {
  const may: Who[] = [];
  for (const who of ALL) {
    const act = action(z.object({}), async () => "done", { who });
    const done = (await act(null, new FormData()))?.ok;
    const answer = await route(async () => new Response("done"), { who })(
      new Request("http://localhost:3000/"),
      {},
    );
    expect(answer.ok).toBe(done);
    if (done) may.push(who);
  }
  return may;
}

const pageOf = () =>
  requireAdminPage().then(
    () => "shown",
    ({ digest }: { digest?: string }) => String(digest),
  );

test("an admin without a second factor can set one up and do nothing else, as the guard and as the pages have it", async () => {
  const { ctx } = await admin();
  expect(await mayCall()).toEqual(["visitor", "newcomer"]);
  expect((await currentVisit()).ctx.actor).toEqual({ kind: "visitor" });
  expect(await pageOf()).toContain("/two-factor");

  await confirmPassword(ctx, { confirmPassword: PASSWORD });
  await beginTwoFactor(ctx);
  expect(await mayCall()).toEqual(["visitor", "newcomer"]);

  await enrol(db, ctx);
  expect(await mayCall()).toEqual(["visitor", "person", "admin", "newcomer"]);
  expect(await pageOf()).toBe("shown");
});

test("an admin who has one cannot turn it off", async () => {
  const { ctx } = await admin();
  await enrol(db, ctx);
  await expect(turnOffTwoFactor(ctx)).rejects.toMatchObject({ code: "forbidden" });
});

test("resellers need none", async () => {
  const { email } = await addReseller(db);
  const { secret } = await enter(db, email);
  expect(await readSession(visitor(db), secret)).toMatchObject({ secondFactorMissing: false });
  await keepSession(secret);
  expect(await mayCall()).toEqual(["visitor", "person", "reseller", "newcomer"]);
});
