import { afterAll, describe, expect, test } from "vitest";
import { testDatabase } from "#db/testing";
import { createAdmin } from "./admins.ts";
import { closeAccount } from "./close-account.ts";
import { createReseller } from "./reseller/create.ts";
import { findReseller } from "./reseller/find.ts";
import { addReseller, enter, PASSWORD, visitor } from "./testing/people.ts";

const db = await testDatabase();
afterAll(() => db.close());

const newReseller = (email: string) => ({
  email,
  name: "Rita",
  level: "affiliate" as const,
  password: PASSWORD,
});

describe("managing accounts", () => {
  test("does not exist for resellers, and asks visitors to sign in", async () => {
    const { id, email } = await addReseller(db);
    const { ctx } = await enter(db, email);
    const acts = [
      (c: typeof ctx) => createReseller(c, newReseller("x@kiosk.test")),
      (c: typeof ctx) => createAdmin(c, { email: "x@kiosk.test", name: "X", password: PASSWORD }),
      (c: typeof ctx) => closeAccount(c, { accountId: id, reason: "why not" }),
      (c: typeof ctx) => findReseller(c, { email }),
    ];
    for (const act of acts) {
      await expect(act(ctx)).rejects.toMatchObject({ code: "not_found" });
      await expect(act(visitor(db))).rejects.toMatchObject({ code: "unauthenticated" });
    }
    expect(await db.sql`select from accounts where email = 'x@kiosk.test'`).toHaveLength(0);
  });

  test("closes once, says why, and never oneself", async () => {
    const { id } = await addReseller(db);
    const admin = await createAdmin(db.systemCtx, {
      email: "boss@kiosk.test",
      name: "Boss",
      password: PASSWORD,
    });
    const { ctx } = await enter(db, "boss@kiosk.test");
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
