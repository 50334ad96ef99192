import { afterAll, expect, test } from "vitest";
import { testDatabase } from "#db/testing";
import { resellerHistory } from "#lib/audit/history";
import { rename } from "./own-account.ts";
import { addReseller, enter } from "./testing/people.ts";

const db = await testDatabase();
afterAll(() => db.close());

test("a new name is kept with the old one on record; the same name is no change", async () => {
  const { id, email, name } = await addReseller(db);
  const { ctx, secret } = await enter(db, email);
  await rename(ctx, { name: "  Rita's Kiosk " });
  await rename(ctx, { name: "Rita's Kiosk" });
  expect(secret).toBeTruthy();
  const records = await resellerHistory(db.systemCtx, { resellerId: id });
  expect(records.filter(({ action }) => action === "account.name")).toMatchObject([
    { before: { name }, after: { name: "Rita's Kiosk" } },
  ]);
});
