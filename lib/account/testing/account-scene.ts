import { afterAll, beforeEach } from "vitest";
import { createTestDatabase } from "#db/testing";
import { confirmPassword } from "#lib/account/password/confirm-password";
import { readSession } from "#lib/account/session/read-session";
import { addReseller, openTestSession, TEST_PASSWORD, visitorContext } from "./test-accounts.ts";

/** Opens a database for the tests of a file, which begin without throttles, and closes it after them. */
export async function openAccountScene() {
  const db = await createTestDatabase();
  afterAll(() => db.close());
  beforeEach(async () => {
    await db.sql`truncate throttles`;
  });

  const visitor = (address?: string) => visitorContext(db, address);

  async function signedIn() {
    const reseller = await addReseller(db);
    return { ...reseller, ...(await openTestSession(db, reseller.email)) };
  }

  return {
    db,
    visitor,
    signedIn,
    addReseller: () => addReseller(db),
    openTestSession: (email: string, password?: string) => openTestSession(db, email, password),
    /** Adds a reseller who is signed in and gave the password again. */
    async confirmed() {
      const reseller = await signedIn();
      await confirmPassword(reseller.ctx, { confirmPassword: TEST_PASSWORD });
      return reseller;
    },
    opens: async (secret: string) => (await readSession(visitor(), secret)) !== undefined,
  };
}

/** @returns "done", or the code of the error that a call ends with */
export const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "done",
    (error) => error.code,
  );
