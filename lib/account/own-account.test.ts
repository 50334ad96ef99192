import { afterAll, expect, test } from "vitest";
import { createTestDatabase } from "#db/testing";
import { getResellerHistory } from "#lib/audit/audit-history";
import { renameAccount } from "./own-account.ts";
import { addReseller, openTestSession } from "./testing/test-accounts.ts";

const db = await createTestDatabase();
afterAll(() => db.close());

test("records the old name on a rename, and ignores the same name", async () => {
  const { id, email, name } = await addReseller(db);
  const { ctx, secret } = await openTestSession(db, email);
  await renameAccount(ctx, { name: "  Rita's Kiosk " });
  await renameAccount(ctx, { name: "Rita's Kiosk" });
  expect(secret).toBeTruthy();
  const records = await getResellerHistory(db.systemCtx, { resellerId: id });
  expect(records.filter(({ action }) => action === "account.name")).toMatchObject([
    { before: { name }, after: { name: "Rita's Kiosk" } },
  ]);
});
