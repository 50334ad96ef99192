import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { unseal } from "#lib/core/sealed";
import { type Scene, scene } from "#lib/testing/scene";
import { inviteReseller } from "../reseller/create.ts";
import { signIn } from "../session/sign-in.ts";
import { PASSWORD } from "../testing/people.ts";
import { chooseByLink, openLink } from "./choose-by-link.ts";
import { askForReset, mailReset } from "./reset-by-mail.ts";

let at: Scene;
let visitor: Ctx;
beforeAll(async () => {
  // Nothing listens there: what is sent is another test's.
  at = await scene({ SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "kiosk@example.com" });
  visitor = { ...at.system, actor: { kind: "visitor" }, address: "192.0.2.1" };
});
afterAll(() => at.close());

const emailOf = (ctx: Ctx) => (ctx.actor as { email: string }).email;

/** The secrets of the links that were mailed to an account. */
async function mailed(accountId: number): Promise<string[]> {
  const rows = await at.system.db.execute<{ sealed: string; subject: string }>(sql`
    select sealed, subject from mails where account_id = ${accountId} and kind = 'password' order by id`);
  return rows.map(({ sealed, subject }) => {
    const { text } = JSON.parse(unseal(sealed, "mails"));
    const secret = /\/welcome\/(\S+)/.exec(text)?.[1] ?? "";
    expect(subject).not.toContain(secret);
    return secret;
  });
}

const NEW = "a rather different boat";

test("the link in the mail lets its owner choose a password once, and ends every session", async () => {
  const { id, ctx } = await at.reseller();
  await mailReset(at.system, { email: emailOf(ctx).toUpperCase() });
  const [secret = ""] = await mailed(id);
  expect(JSON.stringify(await at.system.db.execute(sql`select * from account_links`))).not.toContain(secret);
  await chooseByLink(visitor, { secret, password: NEW });
  await expect(chooseByLink(visitor, { secret, password: `${NEW} again` })).rejects.toMatchObject({
    code: "conflict",
  });
  const open = await at.system.db.execute(
    sql`select from sessions where account_id = ${id} and ended_at is null`,
  );
  expect(open).toHaveLength(1);
  await expect(signIn(visitor, { email: emailOf(ctx), password: PASSWORD })).rejects.toMatchObject({
    code: "invalid",
  });
  const told = await at.system.db.execute(
    sql`select from notices where account_id = ${id} and event = 'password'`,
  );
  expect(told).toHaveLength(1);
});

test("of many who use one link at the same moment one gets through", async () => {
  const { id, ctx } = await at.reseller();
  await mailReset(at.system, { email: emailOf(ctx) });
  const [secret = ""] = await mailed(id);
  const tries = Array.from({ length: 5 }, (_, n) =>
    chooseByLink(visitor, { secret, password: `${NEW} ${n}` }),
  );
  const done = (await Promise.allSettled(tries)).filter(({ status }) => status === "fulfilled");
  expect(done).toHaveLength(1);
});

test("keeps an invitation when a stranger asks for a reset, and ends it when either link is used", async () => {
  const invited = { email: "invited@kiosk.test", name: "Ina", level: "affiliate" as const, reason: "asked" };
  const { id, link } = await inviteReseller(at.system, invited);
  await mailReset(at.system, invited);
  expect(await openLink(visitor, link)).toMatchObject({ state: "valid" });
  const [secret = ""] = await mailed(id);
  await chooseByLink(visitor, { secret: link.secret, password: NEW });
  for (const over of [link.secret, secret])
    expect(await openLink(visitor, { secret: over })).toEqual({ state: "over" });
});

test("a link works for an hour, and the newest alone", async () => {
  const { id, ctx } = await at.reseller();
  await mailReset(at.system, { email: emailOf(ctx) });
  await mailReset(at.system, { email: emailOf(ctx) });
  const [older = "", newer = ""] = await mailed(id);
  await expect(chooseByLink(visitor, { secret: older, password: NEW })).rejects.toMatchObject({
    code: "conflict",
  });
  await at.system.db.execute(
    sql`update account_links set expires_at = expires_at - interval '61 minutes' where account_id = ${id}`,
  );
  await expect(chooseByLink(visitor, { secret: newer, password: NEW })).rejects.toMatchObject({
    code: "conflict",
  });
});

test("whoever asks learns nothing: the same is done for an e-mail that nobody has, and the same is refused", async () => {
  const { ctx } = await at.reseller();
  const jobs = () => at.system.db.execute(sql`select from reset_requests`);
  // A slow machine outlasts the first waits, so that each asks until it is refused.
  const refusal = async (email: string, from: string) => {
    const before = (await jobs()).length;
    for (let asked = 0; asked < 50; asked += 1) {
      const refused = await askForReset({ ...visitor, address: from }, { email }).then(
        () => undefined,
        ({ code, fields }) => [code, Object.keys(fields)],
      );
      if (refused)
        return { refused, isFirst: asked === 0, unnoted: asked - ((await jobs()).length - before) };
    }
    return undefined;
  };
  const known = await refusal(emailOf(ctx), "192.0.2.10");
  expect(known).toEqual({ refused: ["rate_limited", ["email"]], isFirst: false, unnoted: 0 });
  expect(await refusal("nobody@example.com", "192.0.2.11")).toEqual(known);
  // Nothing about the account was touched while somebody waited for the answer.
  expect(await mailed((ctx.actor as { id: number }).id)).toEqual([]);
});

test("one account gets three such mails in an hour, whoever asks from wherever; one that is closed none", async () => {
  const { id, ctx } = await at.reseller();
  for (let n = 0; n < 5; n += 1) await mailReset(at.system, { email: emailOf(ctx) });
  expect(await mailed(id)).toHaveLength(3);
  const closed = await at.reseller();
  await at.system.db.execute(sql`update resellers set state = 'closed' where id = ${closed.id}`);
  await mailReset(at.system, { email: emailOf(closed.ctx) });
  expect(await mailed(closed.id)).toEqual([]);
  await mailReset(at.system, { email: "nobody@example.com" });
});

test("an admin gets a link only with two-factor sign-in, and is still asked for the code", async () => {
  const admin = await at.admin();
  const { id } = admin.actor as { id: number };
  await at.system.db.execute(sql`delete from second_factors where account_id = ${id}`);
  await mailReset(at.system, { email: emailOf(admin) });
  expect(await mailed(id)).toEqual([]);
  await at.system.db.execute(
    sql`insert into second_factors (account_id, secret, on_at) values (${id}, 'sealed', now())`,
  );
  await mailReset(at.system, { email: emailOf(admin) });
  const [secret = ""] = await mailed(id);
  const opened = await chooseByLink(visitor, { secret, password: NEW });
  expect(opened).toMatchObject({ role: "admin", secret: null, half: expect.any(String) });
});

test("nobody but the portal itself mails links", async () => {
  await expect(mailReset(visitor, { email: "a@example.com" })).rejects.toMatchObject({
    code: "unauthenticated",
  });
});
