import { expect, test } from "vitest";
import { openAccountScene } from "#lib/account/testing/account-scene";
import { getResellerHistory } from "#lib/audit/audit-history";
import { renameAccount } from "./own-account.ts";

const { db, signedIn } = await openAccountScene();

test("records the old name on a rename, and ignores the same name", async () => {
  const { id, name, ctx, secret } = await signedIn();
  await renameAccount(ctx, { name: "  Rita's Kiosk " });
  await renameAccount(ctx, { name: "Rita's Kiosk" });
  expect(secret).toBeTruthy();
  const records = await getResellerHistory(db.systemCtx, { resellerId: id });
  expect(records.filter(({ action }) => action === "account.name")).toMatchObject([
    { before: { name }, after: { name: "Rita's Kiosk" } },
  ]);
});
