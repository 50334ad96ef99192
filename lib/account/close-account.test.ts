import { describe, expect, test } from "vitest";
import { openAccountScene } from "#lib/account/testing/account-scene";
import { createAdmin } from "./admins.ts";
import { closeAccount } from "./close-account.ts";
import { createReseller } from "./reseller/create-reseller.ts";
import { findReseller } from "./reseller/find-reseller.ts";
import { TEST_PASSWORD } from "./testing/test-accounts.ts";

const { db, addReseller, openTestSession, signedIn, visitor } = await openAccountScene();

const newReseller = (email: string) => ({
  email,
  name: "Rita",
  level: "affiliate" as const,
  password: TEST_PASSWORD,
});

describe("managing accounts", () => {
  test("returns not_found for resellers and unauthenticated for visitors", async () => {
    const { id, email, ctx } = await signedIn();
    const acts = [
      (c: typeof ctx) => createReseller(c, newReseller("x@kiosk.test")),
      (c: typeof ctx) => createAdmin(c, { email: "x@kiosk.test", name: "X", password: TEST_PASSWORD }),
      (c: typeof ctx) => closeAccount(c, { accountId: id, reason: "why not" }),
      (c: typeof ctx) => findReseller(c, { email }),
    ];
    for (const act of acts) {
      await expect(act(ctx)).rejects.toMatchObject({ code: "not_found" });
      await expect(act(visitor())).rejects.toMatchObject({ code: "unauthenticated" });
    }
    expect(await db.sql`select from accounts where email = 'x@kiosk.test'`).toHaveLength(0);
  });

  test("closes another account once, with a reason", async () => {
    const { id } = await addReseller();
    const admin = await createAdmin(db.systemCtx, {
      email: "boss@kiosk.test",
      name: "Boss",
      password: TEST_PASSWORD,
    });
    const { ctx } = await openTestSession("boss@kiosk.test");
    await closeAccount(ctx, { accountId: id, reason: "fraud" });
    await expect(closeAccount(ctx, { accountId: id, reason: "again" })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(closeAccount(ctx, { accountId: admin.id, reason: "oops" })).rejects.toMatchObject({
      code: "conflict",
    });
    const audit =
      await db.sql`select actor, reason from audit where action = 'account.closed' and subject_id = ${String(id)}`;
    expect(audit).toEqual([{ actor: `admin:${admin.id}`, reason: "fraud" }]);
  });
});
