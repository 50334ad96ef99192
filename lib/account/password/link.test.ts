import { sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { inTransaction } from "#db/client";
import { testDatabase } from "#db/testing";
import { lockWaits } from "#lib/testing/lock-waits";
import { closeAccount } from "../close-account.ts";
import { inviteReseller } from "../reseller/create.ts";
import { readSession } from "../session/read.ts";
import { enter, visitor } from "../testing/people.ts";
import { chooseByLink, openLink } from "./choose-by-link.ts";
import { issueLink } from "./link.ts";
import { changePassword, resetPassword } from "./set.ts";

const db = await testDatabase();
afterAll(() => db.close());

const PASSWORD = "lantern field seven bread";
let count = 0;
function invite() {
  count += 1;
  const email = `invited${count}@kiosk.test`;
  return inviteReseller(db.systemCtx, { email, name: "Ina", level: "affiliate", reason: "asked by phone" });
}

describe("a link to choose a password", () => {
  test("works once, however many use it at the same moment", async () => {
    const { link, id } = await invite();
    const all = await Promise.allSettled(
      Array.from({ length: 12 }, (_, n) =>
        chooseByLink(visitor(db), { secret: link.secret, password: `${PASSWORD} ${n}` }),
      ),
    );
    const through = all.filter((one) => one.status === "fulfilled");
    expect(through).toHaveLength(1);
    expect(await readSession(visitor(db), through[0]?.value.secret ?? "")).toMatchObject({
      actor: { id },
      passwordGenerated: false,
    });
    for (const one of all.filter((each) => each.status === "rejected"))
      expect(one.reason).toMatchObject({ code: "conflict" });
    const won = all.findIndex((one) => one.status === "fulfilled");
    await enter(db, `invited${count}@kiosk.test`, `${PASSWORD} ${won}`);
    expect(await openLink(visitor(db), { secret: link.secret })).toEqual({ state: "over" });
  });

  test("survives being looked at and a password that is refused", async () => {
    const { link } = await invite();
    expect(await openLink(visitor(db), link)).toMatchObject({ state: "valid", name: "Ina" });
    await expect(
      chooseByLink(visitor(db), { secret: link.secret, password: "password1" }),
    ).rejects.toMatchObject({ code: "invalid" });
    await chooseByLink(visitor(db), { secret: link.secret, password: PASSWORD });
  });

  test("ends with the next one, after seven days, and with its account", async () => {
    const { id, link } = await invite();
    const second = await issueLink(db.systemCtx, { resellerId: id, reason: "lost the first" });
    expect(await openLink(visitor(db), link)).toEqual({ state: "over" });
    expect(second.expiresAt.getTime() - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    await db.sql`update account_links set expires_at = now() where account_id = ${id} and ended_at is null`;
    await expect(
      chooseByLink(visitor(db), { secret: second.secret, password: PASSWORD }),
    ).rejects.toMatchObject({ code: "conflict" });
    const third = await issueLink(db.systemCtx, { resellerId: id, reason: "too late" });
    await closeAccount(db.systemCtx, { accountId: id, reason: "gone" });
    expect(await openLink(visitor(db), third)).toEqual({ state: "over" });
  });

  test("that is used while a new one is made is over, and neither call gives up", async () => {
    const { id, link } = await invite();
    const used = await inTransaction(db.systemCtx, async (ctx) => {
      await ctx.db.execute(sql`select from accounts where id = ${id} for update`);
      const choosing = chooseByLink(visitor(db), { secret: link.secret, password: PASSWORD });
      const refused = expect(choosing).rejects.toMatchObject({ code: "conflict" });
      await lockWaits(db.systemCtx, 1);
      await issueLink(ctx, { resellerId: id, reason: "asked again" });
      return { refused };
    });
    await used.refused;
  });

  test("ends when the password is changed or replaced in another way", async () => {
    const { id, link } = await invite();
    const email = `invited${count}@kiosk.test`;
    await chooseByLink(visitor(db), { secret: link.secret, password: PASSWORD });
    const stolen = await issueLink(db.systemCtx, { resellerId: id, reason: "forgot it" });
    const { ctx } = await enter(db, email, PASSWORD);
    await changePassword(ctx, { currentPassword: PASSWORD, password: "another boat in the rain" });
    expect(await openLink(visitor(db), stolen)).toEqual({ state: "over" });
    const next = await issueLink(db.systemCtx, { resellerId: id, reason: "forgot it again" });
    await resetPassword(db.systemCtx, { email });
    expect(await openLink(visitor(db), next)).toEqual({ state: "over" });
  });

  test("ends the sessions of whoever was in with the old password, and is kept as a hash alone", async () => {
    const { id, link } = await invite();
    const { secret } = await chooseByLink(visitor(db), { secret: link.secret, password: PASSWORD });
    const again = await issueLink(db.systemCtx, { resellerId: id, reason: "forgot it" });
    await chooseByLink(visitor(db), { secret: again.secret, password: "another boat in the rain" });
    expect(secret && (await readSession(visitor(db), secret))).toBeUndefined();
    const [{ text } = { text: "" }] =
      await db.sql`select string_agg(l::text, '') || (select string_agg(a::text, '') from audit a) as text from account_links l`;
    expect(text).not.toContain(link.secret);
  });

  test("an unknown address looks like one that is over", async () => {
    expect(await openLink(visitor(db), { secret: "nonsense" })).toEqual({ state: "over" });
  });
});
