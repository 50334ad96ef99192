import { afterAll, describe, expect, test } from "vitest";
import { testDatabase } from "#db/testing";
import { resellerHistory } from "#lib/audit/history";
import { LEVELS } from "#lib/core/context";
import { createAdmin } from "../admins.ts";
import { closeAccount } from "../close-account.ts";
import { rename } from "../rename.ts";
import { addReseller, enter, PASSWORD, visitor } from "../testing/people.ts";
import { createReseller } from "./create.ts";
import { findReseller } from "./find.ts";

const db = await testDatabase();
afterAll(() => db.close());

const newReseller = (email: string) => ({
  email,
  name: "Rita",
  level: "affiliate" as const,
  password: PASSWORD,
});

describe("a new reseller", () => {
  test.each(LEVELS)("at level %s has an empty wallet and an audit record", async (level) => {
    const { id } = await createReseller(db.systemCtx, { ...newReseller(`${level}@kiosk.test`), level });
    const [row] =
      await db.sql`select level, state, wallet from resellers join wallets on reseller_id = id where id = ${id}`;
    expect(row).toMatchObject({ level, state: "active", wallet: "0" });
    const [audit] =
      await db.sql`select * from audit where action = 'reseller.created' and reseller_id = ${id}`;
    expect(audit).toMatchObject({ actor: "system:test", after: { level } });
  });

  test("with an e-mail that somebody has, in any case, is refused as a whole", async () => {
    await createAdmin(db.systemCtx, { email: "taken@kiosk.test", name: "Ada", password: PASSWORD });
    await expect(createReseller(db.systemCtx, newReseller("TAKEN@kiosk.test"))).rejects.toMatchObject({
      code: "conflict",
      fields: { email: ["taken@kiosk.test has an account already."] },
    });
    expect(await db.sql`select from accounts where email = 'taken@kiosk.test'`).toHaveLength(1);
  });

  test("with a password that is widely known is refused", async () => {
    const input = { ...newReseller("weak@kiosk.test"), password: "password2024" };
    await expect(createReseller(db.systemCtx, input)).rejects.toMatchObject({ code: "invalid" });
  });
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

  test("finds a reseller by e-mail, and no admin", async () => {
    const { id, email } = await addReseller(db);
    expect(await findReseller(db.systemCtx, { email: email.toUpperCase() })).toMatchObject({
      id,
      state: "active",
    });
    await expect(findReseller(db.systemCtx, { email: "boss@kiosk.test" })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

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
