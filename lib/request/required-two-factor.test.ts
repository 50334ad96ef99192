import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { createTestDatabase } from "#db/testing";
import { createAdmin } from "#lib/account/admins";
import { confirmPassword } from "#lib/account/password/confirm-password";
import { readSession } from "#lib/account/session/read-session";
import {
  addReseller,
  openTestSession,
  TEST_PASSWORD,
  visitorContext,
} from "#lib/account/testing/test-accounts";
import { enrolTwoFactor } from "#lib/account/testing/test-two-factor";
import { beginTwoFactor, turnOffTwoFactor } from "#lib/account/two-factor/enrol-two-factor";
import { defineAction } from "./action.ts";
import { getCurrentVisit, type RouteAudience, requireAdminPage } from "./actor.ts";
import { setSessionCookie } from "./cookie.ts";
import { defineRoute } from "./route.ts";
import { clearCookies, setRequestHeaders } from "./testing/next-headers.ts";

vi.mock("next/headers", () => import("./testing/next-headers.ts"));

const db = await createTestDatabase();
Object.assign(process.env, { DATABASE_URL: db.url, ADMIN_TWO_FACTOR: "required" });
afterAll(() => db.close());

beforeEach(() => {
  clearCookies();
  setRequestHeaders({ host: "localhost:3000", origin: "http://localhost:3000" });
});

let made = 0;

/** Signs an admin in by password, in this browser. */
async function admin() {
  made += 1;
  const email = `admin-${made}@kiosk.test`;
  await createAdmin(db.systemCtx, { email, name: "Ada", password: TEST_PASSWORD });
  const entered = await openTestSession(db, email);
  await setSessionCookie(entered.secret);
  return { email, ...entered };
}

const ALL: RouteAudience[] = ["visitor", "person", "reseller", "admin", "newcomer"];

/** Lists the audiences whose actions and routes the browser may call. */
async function mayCall(): Promise<RouteAudience[]> {
  const may: RouteAudience[] = [];
  for (const audience of ALL) {
    const act = defineAction(z.object({}), async () => "done", { audience });
    const done = (await act(null, new FormData()))?.ok;
    const answer = await defineRoute(async () => new Response("done"), { audience })(
      new Request("http://localhost:3000/"),
      {},
    );
    expect(answer.ok).toBe(done);
    if (done) may.push(audience);
  }
  return may;
}

const pageOf = () =>
  requireAdminPage().then(
    () => "shown",
    ({ digest }: { digest?: string }) => String(digest),
  );

test("lets an admin without a second factor only set one up, in the guard and in the pages", async () => {
  const { ctx } = await admin();
  expect(await mayCall()).toEqual(["visitor", "newcomer"]);
  expect((await getCurrentVisit()).ctx.actor).toEqual({ kind: "visitor" });
  expect(await pageOf()).toContain("/two-factor");

  await confirmPassword(ctx, { confirmPassword: TEST_PASSWORD });
  await beginTwoFactor(ctx);
  expect(await mayCall()).toEqual(["visitor", "newcomer"]);

  await enrolTwoFactor(db, ctx);
  expect(await mayCall()).toEqual(["visitor", "person", "admin", "newcomer"]);
  expect(await pageOf()).toBe("shown");
});

test("prevents an admin from turning it off", async () => {
  const { ctx } = await admin();
  await enrolTwoFactor(db, ctx);
  await expect(turnOffTwoFactor(ctx)).rejects.toMatchObject({ code: "forbidden" });
});

test("requires none of resellers", async () => {
  const { email } = await addReseller(db);
  const { secret } = await openTestSession(db, email);
  expect(await readSession(visitorContext(db), secret)).toMatchObject({ secondFactorMissing: false });
  await setSessionCookie(secret);
  expect(await mayCall()).toEqual(["visitor", "person", "reseller", "newcomer"]);
});
