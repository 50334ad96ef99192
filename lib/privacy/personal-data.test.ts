import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { TEST_PASSWORD } from "#lib/account/testing/test-accounts";
import { createToken } from "#lib/account/token/create-token";
import { requireNoApproval } from "#lib/audit/approval-request";
import type { Ctx } from "#lib/core/context";
import { saveCustomer } from "#lib/customer/customer";
import { postDebit } from "#lib/ledger/adjust-wallet";
import { modules, TABLES } from "#lib/modules";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { cancelPurchase } from "#lib/purchase/settle/cancel-purchase";
import { closeReseller } from "#lib/reseller/restrict-reseller";
import { checkPurchases } from "#lib/sales/check-purchases";
import { openShop } from "#lib/shop/save-shop";
import { openScene } from "#lib/testing/open-scene";
import { asReseller } from "#lib/testing/scene";
import { erasePersonalData, summarisePersonalData } from "./erase-personal-data.ts";
import { exportOwnData, exportPersonalData, unlockExports } from "./export-personal-data.ts";

let made = 0;
const at = await openScene();
const admin = await at.admin();

const PHONE = "+2348031234567";

beforeEach(async () => {
  await at.system.db.execute(sql`update orders set payment = 'expired'`);
  await cancelAll();
});

async function buy(ctx: Ctx, phone = "08031234567"): Promise<string> {
  made += 1;
  const { planId, networkId } = at.offered();
  const wanted = { ref: `p${made}`, phone, channel: "web" as const, again: true, planId, networkId };
  return (await placePurchase(ctx, wanted)).purchase.ident;
}

const emailOf = (ctx: Ctx) => (ctx.actor.kind === "reseller" ? ctx.actor.email : "");
const read = async (file: AsyncGenerator<string>) => (await Array.fromAsync(file)).join("");
const rejection = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (error: { message: string }) => error.message,
  );

/** Lists the tables that contain a text. */
async function naming(text: string): Promise<string[]> {
  const tables = await at.system.db.execute<{ name: string }>(
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  const matching: string[] = [];
  for (const { name } of tables) {
    const rows = await at.system.db.execute(
      sql`select from ${sql.identifier(name)} t where position(${text} in t::text) > 0 limit 1`,
    );
    if (rows.length > 0) matching.push(name);
  }
  return matching;
}

/** Adds an order in a reseller's shop with a payment state. */
async function order(
  ctx: Ctx,
  resellerId: number,
  payment: string,
  email = "zainab@example.com",
): Promise<void> {
  made += 1;
  const payments = [{ kind: "cash" as const, where: "At the shop." }];
  await openShop(ctx, { name: "Data corner", slug: `corner-${made}`, phone: "08030000001", payments }).catch(
    () => {},
  );
  await at.system.db.execute(sql`
    insert into orders (code, shop_id, reseller_id, ref, reference, plan_id, network_id, network_name, type_name, size, volume,
      validity, phone, customer_name, customer_email, price, payment, pay_by, delivery_ref)
    select ${`c${made}`}, id, reseller_id, ${`o${made}`}, ${`r${made}`}, 1, 1, 'MTN', 'SME', '1 GB', '1', '30 days', ${PHONE},
      'Zainab', ${email}, 100, ${payment}, now() + interval '1 hour', ${`d${made}`} from shops where reseller_id = ${resellerId}`);
}

test("declares the personal data of every table, and exports no secret", async () => {
  const columns = await at.system.db.execute<{ table_name: string; names: string[] }>(sql`
    select table_name, json_agg(column_name) as names from information_schema.columns
    where table_schema = 'public' and table_name in (select relname from pg_class where relkind = 'r') group by 1`);
  expect(Object.keys(TABLES).sort()).toEqual(columns.map((column) => column.table_name).sort());
  for (const { table_name, names } of columns) {
    const data = TABLES[table_name]?.personalData;
    if (!data || "none" in data) continue;
    const { account, phone, email, without = [] } = data;
    expect(names, table_name).toEqual(expect.arrayContaining([...without]));
    if (!account && !phone && !email) continue;
    const secret = names.filter(
      (name) => /hash|secret|sealed|password|private|raw/.test(name) && !/_at$|generated$/.test(name),
    );
    expect(without, table_name).toEqual(expect.arrayContaining(secret));
  }
});

test("exports all of a reseller's data, of any size, and none of other people", async () => {
  const [{ ctx, id }, other] = [await at.reseller(), await at.reseller()];
  await saveCustomer(ctx, { phone: "08031234567", name: "Ada Obi" });
  await saveCustomer(other.ctx, { phone: "08031234567", name: "Not yours" });
  const ident = await buy(ctx);
  await buy(other.ctx, "08039999999");
  await at.system.db.execute(sql`
    insert into notifications (account_id, event, key) select ${id}, 'test', n from generate_series(1, 2100) n`);
  const file = JSON.parse(await read(await exportOwnData(ctx, TABLES)));
  expect(file.accounts).toMatchObject([{ id, email: emailOf(ctx) }]);
  expect(file.customers).toMatchObject([{ name: "Ada Obi", phone: PHONE }]);
  expect(file.purchases).toMatchObject([{ ident, phone: PHONE }]);
  for (const hidden of ["cost", "charged", "supplier_id", "commission"])
    expect(file.purchases[0]).not.toHaveProperty(hidden);
  expect(file.journals.at(-1).entries).toHaveLength(2);
  expect(file.notifications.length).toBeGreaterThanOrEqual(2_100);
  expect(new Set(file.notifications.map((notification: { id: number }) => notification.id)).size).toBe(
    file.notifications.length,
  );
  const text = JSON.stringify(file);
  for (const foreignText of ["Not yours", emailOf(other.ctx), "8039999999", "argon2"])
    expect(text).not.toContain(foreignText);
  await expect(exportOwnData(admin, TABLES)).rejects.toMatchObject({ code: "not_found" });
  const records = await at.system.db.execute(
    sql`select from audit where action = 'personal.exported' and reseller_id = ${id}`,
  );
  expect(records).toHaveLength(1);
});

test("counts a person's exports, and requires the password for each", async () => {
  const careful = await at.admin();
  const { id, sessionId } = careful.actor as Extract<Ctx["actor"], { kind: "admin" }>;
  const phone = "08035550009";
  await at.system.db.execute(sql`update sessions set confirmed_at = null where id = ${sessionId}`);
  await expect(exportPersonalData(careful, { who: phone }, TABLES)).rejects.toHaveProperty(
    "fields.confirmPassword",
  );
  await unlockExports(careful, { confirmPassword: TEST_PASSWORD });
  const outcomes = [];
  for (let n = 0; n < 12; n += 1)
    outcomes.push(
      await exportPersonalData(careful, { who: phone }, TABLES).then(
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

test("exports a person's data of all shops and resellers by number or email, for admins only", async () => {
  const { ctx, id } = await at.reseller();
  const phone = "08035550001";
  await saveCustomer(ctx, { phone, name: "Bola" });
  await buy(ctx, phone);
  await order(ctx, id, "awaiting", "bola@example.com");
  const byNumber = JSON.parse(await read(await exportPersonalData(admin, { who: "0803 555 0001" }, TABLES)));
  expect(byNumber.customers).toMatchObject([{ name: "Bola" }]);
  expect(byNumber.purchases).toHaveLength(1);
  expect(byNumber.accounts).toBeUndefined();
  const byEmail = JSON.parse(
    await read(await exportPersonalData(admin, { who: "BOLA@example.com" }, TABLES)),
  );
  expect(byEmail.orders).toMatchObject([{ customer_name: "Zainab" }]);
  await expect(exportPersonalData(ctx, { who: phone }, TABLES)).rejects.toMatchObject({ code: "not_found" });
  await expect(exportPersonalData(admin, { who: "Bola" }, TABLES)).rejects.toMatchObject({
    fields: { who: [expect.any(String)] },
  });
});

test("rejects erasure while money is held, an order is open or a schedule is active, with the reason", async () => {
  const { ctx, id } = await at.reseller();
  const ident = await buy(ctx);
  const reason = "asked by letter";
  for (const subject of [emailOf(ctx), "08031234567"]) {
    expect(await rejection(erasePersonalData(admin, { who: subject, reason }, modules))).toMatch(
      /Nothing was erased.*is held for purchases/,
    );
  }
  await at.system.db.execute(sql`update purchases set placed_at = placed_at where ident = ${ident}`);
  await cancelPurchase(ctx, { ident });
  await order(ctx, id, "awaiting");
  for (const subject of [emailOf(ctx), "zainab@example.com"])
    expect(await rejection(erasePersonalData(admin, { who: subject, reason }, modules))).toMatch(
      /1 order is open in a shop/,
    );
  await at.system.db.execute(sql`update orders set payment = 'expired' where reseller_id = ${id}`);
  expect((await summarisePersonalData(admin, { who: "zainab@example.com" }, TABLES)).obstacles).toEqual([]);
});

test("erases a customer's number where it identifies them, and keeps purchases and payments", async () => {
  const { ctx, id } = await at.reseller();
  await saveCustomer(ctx, { phone: "08031234567", name: "Zainab" });
  await cancelPurchase(ctx, { ident: await buy(ctx) });
  await order(ctx, id, "expired");
  const token = await createToken(at.system, { resellerId: id, name: "Program", numbers: "08031234567" });
  const before = await summarisePersonalData(admin, { who: PHONE }, TABLES);
  expect(before.rowCounts).toMatchObject({ customers: expect.any(Number), orders: expect.any(Number) });
  const erased = await erasePersonalData(admin, { who: PHONE, reason: "asked on the phone" }, modules);
  expect(erased.customers).toBeGreaterThan(0);
  expect(erased.orders).toBeGreaterThan(0);
  const rows = await at.system.db.execute(sql`select numbers::text from tokens where id = ${token.id}`);
  expect(rows).toEqual([{ numbers: "{}" }]);
  expect(await naming("zainab@example.com")).toEqual([]);
  expect(Object.keys((await summarisePersonalData(admin, { who: PHONE }, TABLES)).rowCounts)).toEqual([
    "purchases",
  ]);
  expect((await checkPurchases(at.system)).findings).toEqual([]);
  expect(await rejection(erasePersonalData(admin, { who: PHONE, reason: "once more" }, modules))).toMatch(
    /No data about this person/,
  );
});

test("erases a closed, empty account, and keeps an open or funded one with the reason", async () => {
  const { ctx, id } = await at.reseller("affiliate", 500n);
  const email = emailOf(ctx);
  const ident = await buy((await at.reseller()).ctx);
  expect(ident).toMatch(/^DT/);
  expect((await summarisePersonalData(admin, { who: email }, TABLES)).account?.stays).toMatch(/is open/);
  const version = 1;
  await closeReseller(admin, { resellerId: id, version, reason: "left us" });
  expect((await summarisePersonalData(admin, { who: email }, TABLES)).account?.stays).toMatch(
    /is in its wallet/,
  );
  requireNoApproval(await postDebit(admin, { resellerId: id, amount: 500n, reason: "paid out" }));
  const erased = await erasePersonalData(admin, { who: email, reason: "left us, and asked" }, modules);
  expect(erased.account).toBe(1);
  expect(await naming(email)).toEqual([]);
  const [row] = await at.system.db.execute(sql`select name, email from accounts where id = ${id}`);
  expect(row).toEqual({ name: "Erased", email: `erased-${id}@erased.invalid` });
  expect((await checkPurchases(at.system)).findings).toEqual([]);
});

test("allows erasure to an admin with a confirmed password only", async () => {
  const { ctx } = await at.reseller();
  await expect(erasePersonalData(ctx, { who: PHONE, reason: "mine" }, modules)).rejects.toMatchObject({
    code: "not_found",
  });
  const careful = await at.admin();
  const { id } = careful.actor as Extract<Ctx["actor"], { kind: "admin" }>;
  await at.system.db.execute(sql`update sessions set confirmed_at = null where account_id = ${id}`);
  await expect(
    erasePersonalData(careful, { who: emailOf(ctx), reason: "requested" }, modules),
  ).rejects.toMatchObject({
    fields: { confirmPassword: [expect.any(String)] },
  });
});

/** Cancels and refunds all queued purchases. */
async function cancelAll(): Promise<void> {
  const rows = await at.system.db.execute<{ ident: string; reseller_id: string }>(
    sql`select ident, reseller_id from purchases where state = 'queued'`,
  );
  for (const { ident, reseller_id } of rows)
    await cancelPurchase(await asReseller(at.system, Number(reseller_id)), { ident });
}
