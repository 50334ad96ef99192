import type { CredentialsConfig } from "next-auth/providers/credentials";
import { afterAll, expect, test, vi } from "vitest";
import { testDatabase } from "#db/testing";
import { readSession } from "#lib/account/session/read";
import { addReseller, enter, PASSWORD, visitor } from "#lib/account/testing/people";
import { enrol } from "#lib/account/testing/two-factor";
import { authOptions } from "./auth.ts";
import { arrive } from "./testing/next-headers.ts";

vi.mock("next/headers", () => import("./testing/next-headers.ts"));

const db = await testDatabase();
process.env.DATABASE_URL = db.url;
afterAll(() => db.close());

const options = authOptions();
const provider = options.providers[0] as CredentialsConfig;
const authorize = (credentials: Record<string, string>, headers: Record<string, string> = {}) => {
  arrive(headers);
  return provider.authorize(credentials, { headers });
};

test("next-auth's own sign-in opens a session of the same kind, from the caller's address", async () => {
  const { id, email } = await addReseller(db);
  const user = await authorize(
    { email, password: PASSWORD },
    { "user-agent": "Firefox", "x-peer-address": "203.0.113.9", "x-forwarded-for": "1.1.1.1" },
  );
  expect(await readSession(visitor(db), user?.secret ?? "")).toMatchObject({ actor: { id } });
  expect(await db.sql`select address, agent from sessions where account_id = ${id}`).toEqual([
    { address: "203.0.113.9", agent: "Firefox" },
  ]);
});

test("a wrong password is nobody; what is closed or throttled is told by its code alone", async () => {
  const { id, email } = await addReseller(db);
  expect(await authorize({ email, password: "wrong words here" })).toBeNull();
  expect(await authorize({ email: "not an e-mail", password: "" })).toBeNull();
  await db.sql`update accounts set closed_at = now() where id = ${id}`;
  await expect(authorize({ email, password: PASSWORD })).rejects.toThrow(/^forbidden$/);
});

test("where a code is asked it opens nothing, and leads to where the code is given", async () => {
  const { id, email } = await addReseller(db);
  await enrol(db, (await enter(db, email)).ctx);
  const before = await db.sql`select from sessions where account_id = ${id}`;
  await expect(authorize({ email, password: PASSWORD })).rejects.toThrow(/^code$/);
  expect(await db.sql`select from sessions where account_id = ${id}`).toHaveLength(before.length);
  expect(await authorize({ email, password: "wrong words here" })).toBeNull();
});

test("the token carries the session's secret and nothing else, and dies with the row", async () => {
  const { secret, session } = await enter(db, (await addReseller(db)).email);
  const jwt = (token: object) => options.callbacks?.jwt?.({ token, user: undefined, account: null } as never);
  const signedIn = await options.callbacks?.jwt?.({
    token: { name: "x", email: "y", sub: "1" },
    user: { id: "", secret },
    account: null,
  } as never);
  expect(signedIn).toEqual({ secret });
  expect(await jwt({ secret })).toEqual({ secret });
  await options.events?.signOut?.({ token: { secret }, session: undefined as never });
  await expect(jwt({ secret })).rejects.toThrow();
  expect(
    await db.sql`select from audit where action = 'session.ended'
    and subject_id = ${String(session.actor.sessionId)}`,
  ).toHaveLength(1);
});
