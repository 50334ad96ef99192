import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { createTestDatabase } from "#db/testing";
import { readSession } from "#lib/account/session/read-session";
import { addReseller, openTestSession, visitorContext } from "#lib/account/testing/test-accounts";
import { setSessionCookie } from "#lib/request/cookie";
import { clearCookies, getCookie, setRequestHeaders } from "#lib/request/testing/next-headers";
import { POST } from "./route.ts";

vi.mock("next/headers", () => import("#lib/request/testing/next-headers"));

const db = await createTestDatabase();
process.env.DATABASE_URL = db.url;
afterAll(() => db.close());
beforeEach(() => clearCookies());

const HOME = { host: "localhost:3000", origin: "http://localhost:3000" };
const leave = (headers: Record<string, string>) => {
  setRequestHeaders(headers);
  return POST(new Request("http://localhost:3000/sign-out", { method: "POST", headers }), undefined);
};

test("signing out ends the session, and the browser forgets everything but how it is known", async () => {
  const { secret } = await openTestSession(db, (await addReseller(db)).email);
  await setSessionCookie(secret);
  const answer = await leave(HOME);
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/sign-in"]);
  // It would end the device's notifications, and take browsers seconds.
  expect(answer.headers.has("clear-site-data")).toBe(false);
  expect(getCookie("next-auth.session-token")).toMatchObject({ value: "", options: { maxAge: 0 } });
  expect(await readSession(visitorContext(db), secret)).toBeUndefined();
  expect((await leave(HOME)).status).toBe(303);
});

test("rejects a sign-out from another site", async () => {
  const { secret } = await openTestSession(db, (await addReseller(db)).email);
  await setSessionCookie(secret);
  for (const origin of ["https://evil.example", "null"])
    expect((await leave({ ...HOME, origin })).status).toBe(403);
  expect((await leave({ host: HOME.host })).status).toBe(403);
  expect(await readSession(visitorContext(db), secret)).toBeDefined();
});
