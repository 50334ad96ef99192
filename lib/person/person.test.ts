import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PASSWORD } from "#lib/account/testing/people";
import { unlessWaiting } from "#lib/audit/second-admin";
import type { Ctx } from "#lib/core/context";
import { saveCustomer } from "#lib/customer/customer";
import { debit } from "#lib/ledger/adjust";
import { check } from "#lib/purchase/check";
import { place } from "#lib/purchase/place/place";
import { cancel } from "#lib/purchase/settle/cancel";
import { closeReseller } from "#lib/reseller/stop-reseller";
import { openShop } from "#lib/shop/save-shop";
import { type Scene, scene } from "#lib/testing/scene";
import { erasePerson, findPerson } from "./erase.ts";
import { exportOwn, exportPerson, unlockExports } from "./export.ts";
import { WHOSE } from "./whose.ts";

let at: Scene;
let admin: Ctx;
let made = 0;
beforeAll(async () => {
  at = await scene();
  admin = await at.admin();
});
afterAll(() => at.close());

const PHONE = "+2348031234567";

async function buy(ctx: Ctx, phone = "08031234567"): Promise<string> {
  made += 1;
  const { planId, networkId } = at.offered();
  const wanted = { ref: `p${made}`, phone, channel: "web" as const, again: true, planId, networkId };
  return (await place(ctx, wanted)).purchase.ident;
}

const emailOf = (ctx: Ctx) => (ctx.actor.kind === "reseller" ? ctx.actor.email : "");
const read = async (file: AsyncGenerator<string>) => (await Array.fromAsync(file)).join("");
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (error: { message: string }) => error.message,
  );

/** The tables that name a text anywhere. */
async function naming(text: string): Promise<string[]> {
  const tables = await at.system.db.execute<{ name: string }>(
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await at.system.db.execute(
      sql`select from ${sql.identifier(name)} t where position(${text} in t::text) > 0 limit 1`,
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

/** An order in a reseller's shop, as far as it came. */
async function order(ctx: Ctx, resellerId: number, payment: string): Promise<void> {
  made += 1;
  const payments = [{ kind: "cash" as const, where: "At the shop." }];
  await openShop(ctx, { name: "Data corner", slug: `corner-${made}`, phone: "08030000001", payments }).catch(
    () => {},
  );
  await at.system.db.execute(sql`
    insert into orders (code, shop_id, reseller_id, ref, reference, plan_id, network_id, network_name, type_name, size, volume,
      validity, phone, customer_name, customer_email, price, payment, pay_by, delivery_ref)
    select ${`c${made}`}, id, reseller_id, ${`o${made}`}, ${`r${made}`}, 1, 1, 'MTN', 'SME', '1 GB', '1', '30 days', ${PHONE},
      'Zainab', 'zainab@example.com', 100, ${payment}, now() + interval '1 hour', ${`d${made}`} from shops where reseller_id = ${resellerId}`);
}

test("every table says what it has of a person, and gives no secret out", async () => {
  const columns = await at.system.db.execute<{ table_name: string; names: string[] }>(sql`
    select table_name, json_agg(column_name) as names from information_schema.columns
    where table_schema = 'public' and table_name in (select relname from pg_class where relkind = 'r') group by 1`);
  expect(Object.keys(WHOSE).sort()).toEqual(columns.map((one) => one.table_name).sort());
  for (const { table_name, names } of columns) {
    const { account, phone, email, without = [] } = WHOSE[table_name] ?? {};
    expect(names, table_name).toEqual(expect.arrayContaining([...without]));
    if (!account && !phone && !email) continue;
    const secret = names.filter(
      (name) => /hash|secret|sealed|password|private|raw/.test(name) && !/_at$|generated$/.test(name),
    );
    expect(without, table_name).toEqual(expect.arrayContaining(secret));
  }
});

test("resellers take all of theirs along, however much it is, and nothing of anybody else", async () => {
  const [{ ctx, id }, other] = [await at.reseller(), await at.reseller()];
  await saveCustomer(ctx, { phone: "08031234567", name: "Ada Obi" });
  await saveCustomer(other.ctx, { phone: "08031234567", name: "Not yours" });
  const ident = await buy(ctx);
  await buy(other.ctx, "08039999999");
  await at.system.db.execute(sql`
    insert into notices (account_id, event, key) select ${id}, 'test', n from generate_series(1, 2100) n`);
  const file = JSON.parse(await read(await exportOwn(ctx)));
  expect(file.accounts).toMatchObject([{ id, email: emailOf(ctx) }]);
  expect(file.customers).toMatchObject([{ name: "Ada Obi", phone: PHONE }]);
  expect(file.purchases).toMatchObject([{ ident, phone: PHONE }]);
  expect(file.purchases[0]).not.toHaveProperty("cost");
  expect(file.journals.at(-1).entries).toHaveLength(2);
  expect(file.notices.length).toBeGreaterThanOrEqual(2_100);
  expect(new Set(file.notices.map((one: { id: number }) => one.id)).size).toBe(file.notices.length);
  const text = JSON.stringify(file);
  for (const theirs of ["Not yours", emailOf(other.ctx), "8039999999", "argon2"])
    expect(text).not.toContain(theirs);
  await expect(exportOwn(admin)).rejects.toMatchObject({ code: "not_found" });
  const records = await at.system.db.execute(
    sql`select from audit where action = 'personal.exported' and reseller_id = ${id}`,
  );
  expect(records).toHaveLength(1);
});

test("counts a person's exports, and asks for the password before each", async () => {
  const careful = await at.admin();
  const { id, sessionId } = careful.actor as Extract<Ctx["actor"], { kind: "admin" }>;
  const who = "08035550009";
  await at.system.db.execute(sql`update sessions set confirmed_at = null where id = ${sessionId}`);
  await expect(exportPerson(careful, { who })).rejects.toHaveProperty("fields.confirmPassword");
  await unlockExports(careful, { confirmPassword: PASSWORD });
  const outcomes = [];
  for (let n = 0; n < 12; n += 1)
    outcomes.push(
      await exportPerson(careful, { who }).then(
        () => "given",
        ({ code }) => code,
      ),
    );
  expect(outcomes.slice(0, 5)).toEqual(Array(5).fill("given"));
  expect(outcomes).toContain("rate_limited");
  const exported = await at.system.db.execute(
    sql`select from audit where action = 'personal.exported' and actor = ${`admin:${id}`}`,
  );
  expect(exported).toHaveLength(outcomes.filter((outcome) => outcome === "given").length);
});

test("who asks by number or e-mail is given what all shops and resellers have of them, by an admin alone", async () => {
  const { ctx, id } = await at.reseller();
  const phone = "08035550001";
  await saveCustomer(ctx, { phone, name: "Bola" });
  await buy(ctx, phone);
  await order(ctx, id, "awaiting");
  const byNumber = JSON.parse(await read(await exportPerson(admin, { who: "0803 555 0001" })));
  expect(byNumber.customers).toMatchObject([{ name: "Bola" }]);
  expect(byNumber.purchases).toHaveLength(1);
  expect(byNumber.accounts).toBeUndefined();
  const byMail = JSON.parse(await read(await exportPerson(admin, { who: "ZAINAB@example.com" })));
  expect(byMail.orders).toMatchObject([{ customer_name: "Zainab" }]);
  await expect(exportPerson(ctx, { who: phone })).rejects.toMatchObject({ code: "not_found" });
  await expect(exportPerson(admin, { who: "Bola" })).rejects.toMatchObject({
    fields: { who: [expect.any(String)] },
  });
  await at.system.db.execute(sql`update orders set payment = 'expired' where reseller_id = ${id}`);
});

test("nothing is erased while money is held, an order is open or a schedule buys, and it says which", async () => {
  const { ctx, id } = await at.reseller();
  const ident = await buy(ctx);
  const reason = "asked by letter";
  for (const who of [emailOf(ctx), "08031234567"]) {
    expect(await refusal(erasePerson(admin, { who, reason }))).toMatch(
      /Nothing was erased.*is held for purchases/,
    );
  }
  await at.system.db.execute(sql`update purchases set placed_at = placed_at where ident = ${ident}`);
  await cancel(ctx, { ident });
  await order(ctx, id, "awaiting");
  for (const who of [emailOf(ctx), "zainab@example.com"])
    expect(await refusal(erasePerson(admin, { who, reason }))).toMatch(/1 order is open in a shop/);
  await at.system.db.execute(sql`update orders set payment = 'expired' where reseller_id = ${id}`);
  expect((await findPerson(admin, { who: "zainab@example.com" })).obstacles).toEqual([]);
});

test("a customer's number is erased wherever it says who they are, and what was bought and paid stays", async () => {
  const { ctx, id } = await at.reseller();
  await saveCustomer(ctx, { phone: "08031234567", name: "Zainab" });
  await order(ctx, id, "expired");
  const before = await findPerson(admin, { who: PHONE });
  expect(before.found).toMatchObject({ customers: expect.any(Number), orders: expect.any(Number) });
  await cancelAll();
  const erased = await erasePerson(admin, { who: PHONE, reason: "asked on the phone" });
  expect(erased.customers).toBeGreaterThan(0);
  expect(erased.orders).toBeGreaterThan(0);
  expect(await naming("zainab@example.com")).toEqual([]);
  expect(Object.keys((await findPerson(admin, { who: PHONE })).found)).toEqual(["purchases"]);
  expect((await check(at.system)).findings).toEqual([]);
  expect(await refusal(erasePerson(admin, { who: PHONE, reason: "once more" }))).toMatch(/Nothing is said/);
});

test("a closed and empty account is erased itself; one that is open, or has money, keeps its name and says why", async () => {
  const { ctx, id } = await at.reseller("affiliate", 500n);
  const email = emailOf(ctx);
  const ident = await buy((await at.reseller()).ctx);
  expect(ident).toMatch(/^DT/);
  expect((await findPerson(admin, { who: email })).account?.stays).toMatch(/is open/);
  const version = 1;
  await closeReseller(admin, { resellerId: id, version, reason: "left us" });
  expect((await findPerson(admin, { who: email })).account?.stays).toMatch(/is in its wallet/);
  unlessWaiting(await debit(admin, { resellerId: id, amount: 500n, reason: "paid out" }));
  const erased = await erasePerson(admin, { who: email, reason: "left us, and asked" });
  expect(erased.account).toBe(1);
  expect(await naming(email)).toEqual([]);
  const [row] = await at.system.db.execute(sql`select name, email from accounts where id = ${id}`);
  expect(row).toEqual({ name: "Erased", email: `erased-${id}@erased.invalid` });
  expect((await check(at.system)).findings).toEqual([]);
});

test("an admin erases with their password once more, and nobody else at all", async () => {
  const { ctx } = await at.reseller();
  await expect(erasePerson(ctx, { who: PHONE, reason: "mine" })).rejects.toMatchObject({ code: "not_found" });
  await at.system.db.execute(sql`update sessions set confirmed_at = null`);
  await expect(erasePerson(admin, { who: emailOf(ctx), reason: "asked" })).rejects.toMatchObject({
    fields: { confirmPassword: [expect.any(String)] },
  });
});

/** Gives the money of all that waits back. */
async function cancelAll(): Promise<void> {
  const rows = await at.system.db.execute<{ ident: string; id: string; email: string; level: "api" }>(sql`
    select p.ident, a.id, a.email, p.level from purchases p join accounts a on a.id = p.reseller_id where p.state = 'queued'`);
  for (const { ident, id, email, level } of rows)
    await cancel(
      { db: at.system.db, actor: { kind: "reseller", id: Number(id), email, level, sessionId: 0 } },
      { ident },
    );
}
