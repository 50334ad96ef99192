import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { unseal } from "#lib/core/sealed";
import { credit } from "#lib/ledger/adjust";
import { type Scene, scene } from "#lib/testing/scene";
import { chooseNotices, noticeSettings } from "./choose.ts";
import { passOn } from "./pass-on.ts";
import { readStop, stopAddress, stopMail } from "./stop-mail.ts";
import { tell } from "./tell.ts";

let at: Scene;
beforeAll(async () => {
  // Nothing listens there: what is sent is another test's.
  at = await scene({ SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "kiosk@example.com" });
});
afterAll(() => at.close());

interface Written extends Record<string, unknown> {
  kind: string;
  subject: string;
  recipient: string;
  sealed: string;
}

const written = (accountId: number) =>
  at.system.db.execute<Written>(sql`select * from mails where account_id = ${accountId} order by id`);

/** Tells a reseller of so many prices, which they want mail about. */
async function tellMany(id: number, count: number, from = 0): Promise<void> {
  for (let n = from; n < from + count; n += 1)
    await tell(at.system, {
      to: id,
      event: "prices",
      key: `p${n}`,
      title: `Price ${n}`,
      text: "",
      path: "/plans",
    });
}

const wantPrices = (ctx: Ctx) => chooseNotices(ctx, { ways: ["mail"], mail: ["prices"], lowBelow: "" });

test("money and safety come by mail unless somebody chose otherwise, the rest does not", async () => {
  const { id } = await at.reseller("affiliate", 0n);
  await passOn(at.system);
  await credit(at.system, { resellerId: id, amount: 500_000n, reason: "cash" });
  await tell(at.system, { to: id, event: "late", key: "DT", title: "Late", text: "", path: "/" });
  await tell(at.system, { to: id, event: "keys", key: "1", title: "", text: "", path: "/" });
  await passOn(at.system);
  expect((await written(id)).map(({ kind, subject }) => [kind, subject])).toEqual([
    ["safety", "Your keys changed"],
    ["notice", "₦5,000.00 came into your wallet"],
  ]);
});

test("a notice is mailed once, however many pass it on at the same time", async () => {
  const { id } = await at.reseller();
  await Promise.all([passOn(at.system), passOn(at.system), passOn(at.system)]);
  await passOn(at.system);
  expect(await written(id)).toHaveLength(1);
});

test("passes on to the accounts after one whose mail cannot be written, and records that one", async () => {
  const [broken, next] = [await at.reseller("affiliate", 0n), await at.reseller("affiliate", 0n)];
  await at.system.db.execute(
    sql.raw(`create function refuse_mail() returns trigger language plpgsql as $$ begin
      if new.account_id = ${broken.id} then raise exception 'the row is broken'; end if; return new; end $$;
      create trigger refuse_mail before insert on mails for each row execute function refuse_mail()`),
  );
  for (const { id } of [broken, next])
    await tell(at.system, { to: id, event: "keys", key: "1", title: "", text: "", path: "/" });
  await passOn(at.system);
  await at.system.db.execute(sql`drop trigger refuse_mail on mails`);
  expect(await written(broken.id)).toEqual([]);
  expect(await written(next.id)).toHaveLength(1);
  expect(
    Array.from(await at.system.db.execute(sql`select key from lane_failures where lane = 'notices'`)),
  ).toEqual([{ key: `account ${broken.id}` }]);
});

test("what is undone after its mail was written was never mailed", async () => {
  const { id } = await at.reseller("affiliate", 0n);
  const undone = at.system.db.transaction(async (db) => {
    const tx = { ...at.system, db };
    await tell(tx, { to: id, event: "money", key: "x", title: "", text: "", path: "/" });
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  await passOn(at.system);
  expect(await written(id)).toEqual([]);
});

test("a flood becomes ten mails and one summary that counts the rest; the next summary waits for an hour", async () => {
  const { id, ctx } = await at.reseller("affiliate", 0n);
  await wantPrices(ctx);
  await tellMany(id, 60);
  await passOn(at.system);
  const first = await written(id);
  expect(first.map(({ kind }) => kind)).toEqual([...Array<string>(10).fill("notice"), "summary"]);
  expect(first[0]?.subject).toBe("Price 0");
  expect(first[10]?.subject).toMatch(/^50 more notices from /);
  const { text } = JSON.parse(unseal(first[10]?.sealed ?? "", "mails"));
  expect(text).toContain("- Price 59\n- Price 58\n");
  expect(text).toContain("And 35 more.");

  await tellMany(id, 5, 60);
  await passOn(at.system);
  expect(await written(id)).toHaveLength(11);
  await at.system.db.execute(
    sql`update mails set created_at = created_at - interval '61 minutes' where account_id = ${id} and kind = 'summary'`,
  );
  await passOn(at.system);
  expect((await written(id)).at(-1)?.subject).toMatch(/^5 more notices from /);
});

test("what is about safety has mails of its own in a flood of other things", async () => {
  const { id, ctx } = await at.reseller("affiliate", 0n);
  await wantPrices(ctx);
  await tellMany(id, 30);
  await tell(at.system, { to: id, event: "keys", key: "1", title: "", text: "", path: "/" });
  await passOn(at.system);
  expect((await written(id)).filter(({ kind }) => kind === "safety")).toHaveLength(1);
});

test("a closed account gets no mail", async () => {
  const { id } = await at.reseller();
  await at.system.db.execute(sql`update resellers set state = 'closed' where id = ${id}`);
  await passOn(at.system);
  expect(await written(id)).toEqual([]);
});

test("the address in a mail ends mail about its event for its account alone, and what is about safety has none", async () => {
  const [one, other] = [await at.reseller("affiliate", 0n), await at.reseller("affiliate", 0n)];
  for (const { id } of [one, other]) {
    await credit(at.system, { resellerId: id, amount: 100n, reason: "cash" });
    await tell(at.system, { to: id, event: "keys", key: "1", title: "", text: "", path: "/" });
  }
  await passOn(at.system);
  const [safety, money] = (await written(one.id)).map(({ sealed }) => JSON.parse(unseal(sealed, "mails")));
  expect(safety.stop).toBeUndefined();
  const pass = new URL(money.stop).pathname.split("/").at(-1) ?? "";
  expect(readStop(pass)).toMatchObject({ accountId: one.id, event: "money" });
  const visitor: Ctx = { ...at.system, actor: { kind: "visitor" } };
  await stopMail(visitor, { pass });
  await stopMail(visitor, { pass });
  const choice = async (ctx: Ctx) =>
    (await noticeSettings(ctx)).events.find(({ event }) => event === "money")?.choice;
  expect(await choice(one.ctx)).toEqual({ portal: true, mail: false, push: true });
  expect(await choice(other.ctx)).toEqual({ portal: true, mail: true, push: true });
  for (const wrong of ["", "abc", `${pass.slice(0, -4)}AAAA`, stopAddress(one.id, "keys").slice(0, 80)])
    await expect(stopMail(visitor, { pass: wrong })).rejects.toMatchObject({ code: "not_found" });
});
