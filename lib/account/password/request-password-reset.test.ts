import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { inviteReseller } from "#lib/account/reseller/create-reseller";
import { signIn } from "#lib/account/session/sign-in";
import { TEST_PASSWORD } from "#lib/account/testing/test-accounts";
import type { Ctx } from "#lib/core/context";
import { unseal } from "#lib/core/seal";
import { handleEvents } from "#lib/event/testing/handle-events";
import { openScene } from "#lib/testing/open-scene";
import { choosePasswordByLink, getPasswordLinkStatus } from "./choose-password-by-link.ts";
import { mailPasswordReset, requestPasswordReset } from "./request-password-reset.ts";

// No server listens there: sending is covered by another test.
const at = await openScene({ SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "kiosk@example.com" });
const visitor: Ctx = { ...at.system, actor: { kind: "visitor" }, address: "192.0.2.1" };

const emailOf = (ctx: Ctx) => (ctx.actor as { email: string }).email;

/** Reads the secrets of the links mailed to an account. */
async function mailed(accountId: number): Promise<string[]> {
  const rows = await at.system.db.execute<{ sealed: string; subject: string }>(sql`
    select sealed, subject from deliveries where account_id = ${accountId} and type = 'password' order by id`);
  return rows.map(({ sealed, subject }) => {
    const { text } = JSON.parse(unseal(sealed, "mails"));
    const secret = /\/welcome\/(\S+)/.exec(text)?.[1] ?? "";
    expect(subject).not.toContain(secret);
    return secret;
  });
}

const NEW = "a rather different boat";

test("lets the owner choose a password once by the mailed link, and ends every session", async () => {
  const { id, ctx } = await at.reseller();
  await mailPasswordReset(at.system, { email: emailOf(ctx).toUpperCase() });
  const [secret = ""] = await mailed(id);
  expect(JSON.stringify(await at.system.db.execute(sql`select * from password_links`))).not.toContain(secret);
  await choosePasswordByLink(visitor, { secret, password: NEW });
  await expect(choosePasswordByLink(visitor, { secret, password: `${NEW} again` })).rejects.toMatchObject({
    code: "conflict",
  });
  const open = await at.system.db.execute(
    sql`select from sessions where account_id = ${id} and ended_at is null`,
  );
  expect(open).toHaveLength(1);
  await expect(signIn(visitor, { email: emailOf(ctx), password: TEST_PASSWORD })).rejects.toMatchObject({
    code: "invalid",
  });
  await handleEvents(at.system);
  const notifications = await at.system.db.execute(
    sql`select from notifications where account_id = ${id} and event = 'password'`,
  );
  expect(notifications).toHaveLength(1);
});

test("accepts one of many parallel uses of a link", async () => {
  const { id, ctx } = await at.reseller();
  await mailPasswordReset(at.system, { email: emailOf(ctx) });
  const [secret = ""] = await mailed(id);
  const tries = Array.from({ length: 5 }, (_, n) =>
    choosePasswordByLink(visitor, { secret, password: `${NEW} ${n}` }),
  );
  const done = (await Promise.allSettled(tries)).filter(({ status }) => status === "fulfilled");
  expect(done).toHaveLength(1);
});

test("keeps an invitation when a visitor requests a reset, and ends it when either link is used", async () => {
  const invited = {
    email: "invited@kiosk.test",
    name: "Ina",
    level: "affiliate" as const,
    reason: "requested",
  };
  const { id, link } = await inviteReseller(at.system, invited);
  await mailPasswordReset(at.system, invited);
  expect(await getPasswordLinkStatus(visitor, link)).toMatchObject({ state: "valid" });
  const [secret = ""] = await mailed(id);
  await choosePasswordByLink(visitor, { secret: link.secret, password: NEW });
  for (const over of [link.secret, secret])
    expect(await getPasswordLinkStatus(visitor, { secret: over })).toEqual({ state: "over" });
});

test("mails the same link again, and another one in its last minutes", async () => {
  const { id, ctx } = await at.reseller();
  const request = () => mailPasswordReset(at.system, { email: emailOf(ctx) });
  const shorten = (by: string) =>
    at.system.db.execute(
      sql`update password_links set expires_at = expires_at - ${by}::interval where account_id = ${id}`,
    );
  await request();
  await request();
  const [first = "", second] = await mailed(id);
  expect(second).toBe(first);
  expect(await getPasswordLinkStatus(visitor, { secret: first })).toMatchObject({ state: "valid" });
  await shorten("51 minutes");
  await request();
  const [, , third = ""] = await mailed(id);
  expect(third).not.toBe(first);
  expect(await getPasswordLinkStatus(visitor, { secret: first })).toEqual({ state: "over" });
  expect(await getPasswordLinkStatus(visitor, { secret: third })).toMatchObject({ state: "valid" });
  await shorten("61 minutes");
  expect(await getPasswordLinkStatus(visitor, { secret: third })).toEqual({ state: "over" });
});

test("keeps no link from its owner, however often a stranger requests one", async () => {
  const { id, ctx } = await at.reseller();
  const email = emailOf(ctx);
  const stranger = { ...visitor, address: "198.51.100.7" };
  let rejected: unknown;
  for (let n = 0; n < 50 && !rejected; n += 1)
    await requestPasswordReset(stranger, { email }).catch((error: unknown) => {
      rejected = error;
    });
  expect(rejected).toMatchObject({ code: "rate_limited" });
  for (let n = 0; n < 5; n += 1) await mailPasswordReset(at.system, { email });
  await requestPasswordReset({ ...visitor, address: "203.0.113.99" }, { email });
  await mailPasswordReset(at.system, { email });
  const secrets = await mailed(id);
  expect(new Set(secrets).size).toBe(1);
  await choosePasswordByLink(visitor, { secret: secrets[0] ?? "", password: NEW });
  await mailPasswordReset(at.system, { email });
  expect((await mailed(id)).length).toBe(secrets.length + 1);
});

test("reveals nothing: does and rejects the same for an email without an account", async () => {
  const { ctx } = await at.reseller();
  const jobs = () => at.system.db.execute(sql`select from reset_requests`);
  // A slow machine outlasts the first waits, so each requests until it is rejected.
  const rejection = async (email: string, from: string) => {
    const before = (await jobs()).length;
    for (let attempt = 0; attempt < 50; attempt += 1) {
      const rejected = await requestPasswordReset({ ...visitor, address: from }, { email }).then(
        () => undefined,
        ({ code, fields }) => [code, Object.keys(fields)],
      );
      if (rejected)
        return { rejected, isFirst: attempt === 0, unnoted: attempt - ((await jobs()).length - before) };
    }
    return undefined;
  };
  const rejectionOfAccount = await rejection(emailOf(ctx), "192.0.2.10");
  expect(rejectionOfAccount).toEqual({ rejected: ["rate_limited", ["email"]], isFirst: false, unnoted: 0 });
  expect(await rejection("nobody@example.com", "192.0.2.11")).toEqual(rejectionOfAccount);
  // The request itself didn't touch the account.
  expect(await mailed((ctx.actor as { id: number }).id)).toEqual([]);
});

test("mails an account three times in an hour from any address, and a closed account never", async () => {
  const { id, ctx } = await at.reseller();
  for (let n = 0; n < 5; n += 1) await mailPasswordReset(at.system, { email: emailOf(ctx) });
  expect(await mailed(id)).toHaveLength(3);
  const closed = await at.reseller();
  await at.system.db.execute(sql`update resellers set state = 'closed' where id = ${closed.id}`);
  await mailPasswordReset(at.system, { email: emailOf(closed.ctx) });
  expect(await mailed(closed.id)).toEqual([]);
  await mailPasswordReset(at.system, { email: "nobody@example.com" });
});

test("mails an admin a link only with two-factor sign-in, and still requires the code", async () => {
  const admin = await at.admin();
  const { id } = admin.actor as { id: number };
  await at.system.db.execute(sql`delete from second_factors where account_id = ${id}`);
  await mailPasswordReset(at.system, { email: emailOf(admin) });
  expect(await mailed(id)).toEqual([]);
  await at.system.db.execute(
    sql`insert into second_factors (account_id, secret, enabled_at) values (${id}, 'sealed', now())`,
  );
  await mailPasswordReset(at.system, { email: emailOf(admin) });
  const [secret = ""] = await mailed(id);
  const opened = await choosePasswordByLink(visitor, { secret, password: NEW });
  expect(opened).toMatchObject({ role: "admin", secret: null, half: expect.any(String) });
});

test("denies mailing links to all actors but the system", async () => {
  await expect(mailPasswordReset(visitor, { email: "a@example.com" })).rejects.toMatchObject({
    code: "unauthenticated",
  });
});
