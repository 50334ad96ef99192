import { describe, expect, test } from "vitest";
import { createAdmin } from "#lib/account/admins";
import { openAccountScene } from "#lib/account/testing/account-scene";
import { TEST_PASSWORD } from "#lib/account/testing/test-accounts";
import { LEVELS } from "#lib/core/context";
import { createReseller } from "./create-reseller.ts";
import { findReseller } from "./find-reseller.ts";

const { db, addReseller } = await openAccountScene();

const newReseller = (email: string) => ({
  email,
  name: "Rita",
  level: "affiliate" as const,
  password: TEST_PASSWORD,
});

describe("a new reseller", () => {
  test.each(LEVELS)("has an empty wallet and an audit record at level %s", async (level) => {
    const { id } = await createReseller(db.systemCtx, { ...newReseller(`${level}@kiosk.test`), level });
    const [row] =
      await db.sql`select level, state, wallet from resellers join wallets on reseller_id = id where id = ${id}`;
    expect(row).toMatchObject({ level, state: "active", wallet: "0" });
    const [audit] =
      await db.sql`select * from audit where action = 'reseller.created' and reseller_id = ${id}`;
    expect(audit).toMatchObject({ actor: "system:test", after: { level } });
  });

  test("is rejected as a whole for a taken email, in any case", async () => {
    await createAdmin(db.systemCtx, { email: "taken@kiosk.test", name: "Ada", password: TEST_PASSWORD });
    await expect(createReseller(db.systemCtx, newReseller("TAKEN@kiosk.test"))).rejects.toMatchObject({
      code: "conflict",
      fields: { email: ["taken@kiosk.test has an account already."] },
    });
    expect(await db.sql`select from accounts where email = 'taken@kiosk.test'`).toHaveLength(1);
  });

  test("is rejected with a common password", async () => {
    const input = { ...newReseller("weak@kiosk.test"), password: "password2024" };
    await expect(createReseller(db.systemCtx, input)).rejects.toMatchObject({ code: "invalid" });
  });
});

test("is found by email, and an admin is not", async () => {
  const { id, email } = await addReseller();
  expect(await findReseller(db.systemCtx, { email: email.toUpperCase() })).toMatchObject({
    id,
    state: "active",
  });
  await expect(findReseller(db.systemCtx, { email: "taken@kiosk.test" })).rejects.toMatchObject({
    code: "not_found",
  });
});
