import { afterAll, describe, expect, test } from "vitest";
import { testDatabase } from "#db/testing";
import { LEVELS } from "#lib/core/context";
import { createAdmin } from "../admins.ts";
import { addReseller, PASSWORD } from "../testing/people.ts";
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

test("finds a reseller by e-mail, and no admin", async () => {
  const { id, email } = await addReseller(db);
  expect(await findReseller(db.systemCtx, { email: email.toUpperCase() })).toMatchObject({
    id,
    state: "active",
  });
  await expect(findReseller(db.systemCtx, { email: "taken@kiosk.test" })).rejects.toMatchObject({
    code: "not_found",
  });
});
