import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { inTransaction } from "#db/client";
import { closeAccount } from "#lib/account/close-account";
import { inviteReseller } from "#lib/account/reseller/create-reseller";
import { readSession } from "#lib/account/session/read-session";
import { openAccountScene } from "#lib/account/testing/account-scene";
import { waitForLocks } from "#lib/testing/wait-for-locks";
import { choosePasswordByLink, getPasswordLinkStatus } from "./choose-password-by-link.ts";
import { createResellerPasswordLink } from "./password-link.ts";
import { changePassword, resetPassword } from "./set-password.ts";

const { db, openTestSession, visitor } = await openAccountScene();

const PASSWORD = "lantern field seven bread";
let count = 0;
function invite() {
  count += 1;
  const email = `invited${count}@kiosk.test`;
  return inviteReseller(db.systemCtx, { email, name: "Ina", level: "affiliate", reason: "asked by phone" });
}

describe("a link to choose a password", () => {
  test("works once for parallel uses", async () => {
    const { link, id } = await invite();
    const all = await Promise.allSettled(
      Array.from({ length: 12 }, (_, n) =>
        choosePasswordByLink(visitor(), { secret: link.secret, password: `${PASSWORD} ${n}` }),
      ),
    );
    const through = all.filter((result) => result.status === "fulfilled");
    expect(through).toHaveLength(1);
    expect(await readSession(visitor(), through[0]?.value.secret ?? "")).toMatchObject({
      actor: { id },
      passwordGenerated: false,
    });
    for (const result of all.filter((each) => each.status === "rejected"))
      expect(result.reason).toMatchObject({ code: "conflict" });
    const won = all.findIndex((result) => result.status === "fulfilled");
    await openTestSession(`invited${count}@kiosk.test`, `${PASSWORD} ${won}`);
    expect(await getPasswordLinkStatus(visitor(), { secret: link.secret })).toEqual({
      state: "over",
    });
  });

  test("is still valid after a look and a rejected password", async () => {
    const { link } = await invite();
    expect(await getPasswordLinkStatus(visitor(), link)).toMatchObject({
      state: "valid",
      name: "Ina",
    });
    await expect(
      choosePasswordByLink(visitor(), { secret: link.secret, password: "password1" }),
    ).rejects.toMatchObject({ code: "invalid" });
    await choosePasswordByLink(visitor(), { secret: link.secret, password: PASSWORD });
  });

  test("ends with the next link, after seven days, and with its account", async () => {
    const { id, link } = await invite();
    const second = await createResellerPasswordLink(db.systemCtx, {
      resellerId: id,
      reason: "lost the first",
    });
    expect(await getPasswordLinkStatus(visitor(), link)).toEqual({ state: "over" });
    const expiresAt = "expiresAt" in second ? second.expiresAt : new Date(0);
    expect(expiresAt.getTime() - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    await db.sql`update password_links set expires_at = now() where account_id = ${id} and ended_at is null`;
    await expect(
      choosePasswordByLink(visitor(), { secret: second.secret, password: PASSWORD }),
    ).rejects.toMatchObject({ code: "conflict" });
    const third = await createResellerPasswordLink(db.systemCtx, { resellerId: id, reason: "too late" });
    await closeAccount(db.systemCtx, { accountId: id, reason: "gone" });
    expect(await getPasswordLinkStatus(visitor(), third)).toEqual({ state: "over" });
  });

  test("ends without a deadlock when it is used while a new one is created", async () => {
    const { id, link } = await invite();
    const used = await inTransaction(db.systemCtx, async (ctx) => {
      await ctx.db.execute(sql`select from accounts where id = ${id} for update`);
      const choosing = choosePasswordByLink(visitor(), { secret: link.secret, password: PASSWORD });
      const rejected = expect(choosing).rejects.toMatchObject({ code: "conflict" });
      await waitForLocks(db.systemCtx, 1);
      await createResellerPasswordLink(ctx, { resellerId: id, reason: "asked again" });
      return { rejected };
    });
    await used.rejected;
  });

  test("ends when the password changes in another way", async () => {
    const { id, link } = await invite();
    const email = `invited${count}@kiosk.test`;
    await choosePasswordByLink(visitor(), { secret: link.secret, password: PASSWORD });
    const stolen = await createResellerPasswordLink(db.systemCtx, { resellerId: id, reason: "forgot it" });
    const { ctx } = await openTestSession(email, PASSWORD);
    await changePassword(ctx, { currentPassword: PASSWORD, password: "another boat in the rain" });
    expect(await getPasswordLinkStatus(visitor(), stolen)).toEqual({ state: "over" });
    const next = await createResellerPasswordLink(db.systemCtx, {
      resellerId: id,
      reason: "forgot it again",
    });
    await resetPassword(db.systemCtx, { email });
    expect(await getPasswordLinkStatus(visitor(), next)).toEqual({ state: "over" });
  });

  test("ends the sessions of the old password, and is stored as a hash only", async () => {
    const { id, link } = await invite();
    const { secret } = await choosePasswordByLink(visitor(), {
      secret: link.secret,
      password: PASSWORD,
    });
    const again = await createResellerPasswordLink(db.systemCtx, { resellerId: id, reason: "forgot it" });
    await choosePasswordByLink(visitor(), {
      secret: again.secret,
      password: "another boat in the rain",
    });
    expect(secret && (await readSession(visitor(), secret))).toBeUndefined();
    const [{ text } = { text: "" }] =
      await db.sql`select string_agg(l::text, '') || (select string_agg(a::text, '') from audit a) as text from password_links l`;
    expect(text).not.toContain(link.secret);
  });

  test("shows an unknown address like an expired one", async () => {
    expect(await getPasswordLinkStatus(visitor(), { secret: "nonsense" })).toEqual({
      state: "over",
    });
  });
});
