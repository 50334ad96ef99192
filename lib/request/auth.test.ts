import type { CredentialsConfig } from "next-auth/providers/credentials";
import { afterAll, expect, test, vi } from "vitest";
import { createTestDatabase } from "#db/testing";
import { readSession } from "#lib/account/session/read-session";
import {
  addReseller,
  openTestSession,
  TEST_PASSWORD,
  visitorContext,
} from "#lib/account/testing/test-accounts";
import { enrolTwoFactor } from "#lib/account/testing/test-two-factor";
import { createAuthOptions } from "./auth.ts";
import { setRequestHeaders } from "./testing/next-headers.ts";

vi.mock("next/headers", () => import("./testing/next-headers.ts"));

const db = await createTestDatabase();
process.env.DATABASE_URL = db.url;
afterAll(() => db.close());

const options = createAuthOptions();
const provider = options.providers[0] as CredentialsConfig;
const authorize = (credentials: Record<string, string>, headers: Record<string, string> = {}) => {
  setRequestHeaders(headers);
  return provider.authorize(credentials, { headers });
};

test("opens the same kind of session by next-auth's own sign-in, from the caller's address", async () => {
  const { id, email } = await addReseller(db);
  const user = await authorize(
    { email, password: TEST_PASSWORD },
    { "user-agent": "Firefox", "x-peer-address": "203.0.113.9", "x-forwarded-for": "1.1.1.1" },
  );
  expect(await readSession(visitorContext(db), user?.secret ?? "")).toMatchObject({ actor: { id } });
  expect(await db.sql`select address, agent from sessions where account_id = ${id}`).toEqual([
    { address: "203.0.113.9", agent: "Firefox" },
  ]);
});

test("returns null for a wrong password, and only a code for a closed or limited account", async () => {
  const { id, email } = await addReseller(db);
  expect(await authorize({ email, password: "wrong words here" })).toBeNull();
  expect(await authorize({ email: "not an email", password: "" })).toBeNull();
  await db.sql`update accounts set closed_at = now() where id = ${id}`;
  await expect(authorize({ email, password: TEST_PASSWORD })).rejects.toThrow(/^forbidden$/);
});

test("opens nothing where a code is required, and redirects to the code page", async () => {
  const { id, email } = await addReseller(db);
  await enrolTwoFactor(db, (await openTestSession(db, email)).ctx);
  const before = await db.sql`select from sessions where account_id = ${id}`;
  await expect(authorize({ email, password: TEST_PASSWORD })).rejects.toThrow(/^code$/);
  expect(await db.sql`select from sessions where account_id = ${id}`).toHaveLength(before.length);
  expect(await authorize({ email, password: "wrong words here" })).toBeNull();
});

test("stores only the session's secret in the token, which ends with the row", async () => {
  const { secret, session } = await openTestSession(db, (await addReseller(db)).email);
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
