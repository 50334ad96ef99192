import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { testDatabase } from "#db/testing";
import { readSession } from "#lib/account/session/read";
import { addReseller, enter, visitor } from "#lib/account/testing/people";
import { keepSession } from "#lib/web/cookie";
import { arrive, forgetCookies, kept } from "#lib/web/testing/next-headers";
import { POST } from "./route.ts";

vi.mock("next/headers", () => import("#lib/web/testing/next-headers"));

const db = await testDatabase();
process.env.DATABASE_URL = db.url;
afterAll(() => db.close());
beforeEach(() => forgetCookies());

const HOME = { host: "localhost:3000", origin: "http://localhost:3000" };
const leave = (headers: Record<string, string>) => {
  arrive(headers);
  return POST(new Request("http://localhost:3000/sign-out", { method: "POST", headers }), undefined);
};

test("signing out ends the session, and the browser forgets everything but how it is known", async () => {
  const { secret } = await enter(db, (await addReseller(db)).email);
  await keepSession(secret);
  const answer = await leave(HOME);
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/sign-in"]);
  expect(answer.headers.get("clear-site-data")).toBe('"cache", "storage"');
  expect(kept("next-auth.session-token")).toMatchObject({ value: "", options: { maxAge: 0 } });
  expect(await readSession(visitor(db), secret)).toBeUndefined();
  expect((await leave(HOME)).status).toBe(303);
});

test("another site signs nobody out", async () => {
  const { secret } = await enter(db, (await addReseller(db)).email);
  await keepSession(secret);
  for (const origin of ["https://evil.example", "null"])
    expect((await leave({ ...HOME, origin })).status).toBe(403);
  expect((await leave({ host: HOME.host })).status).toBe(403);
  expect(await readSession(visitor(db), secret)).toBeDefined();
});
