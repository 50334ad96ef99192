import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { dayOf } from "#lib/core/time/time";
import { saveCustomer } from "#lib/customer/customer";
import { getBalance } from "#lib/ledger/wallet";
import { modules, TABLES } from "#lib/modules";
import { erasePersonalData } from "#lib/privacy/erase-personal-data";
import { exportOwnData, exportPersonalData } from "#lib/privacy/export-personal-data";
import { deliverPurchase } from "#lib/testing/deliver-purchase";
import { openScene } from "#lib/testing/open-scene";
import { runUnguarded } from "#lib/testing/run-unguarded";
import { findSaleOfPurchase, getCreditAccount, getCreditTotals } from "./credit-account.ts";
import { creditSaleList, debtorList } from "./credit-lists.ts";
import {
  addCreditSale,
  addPurchaseToCreditBook,
  changeCreditSale,
  getUsualDueDay,
  undoCreditSale,
} from "./credit-sale.ts";
import { eraseCreditSales } from "./erase-credit-sales.ts";
import { recordCreditPayment, undoCreditPayment } from "./record-payment.ts";

const at = await openScene();
const phone = (n: number) => `+234803${6_000_000 + n}`;
const day = (days: number) => Temporal.PlainDate.from(dayOf(new Date())).add({ days }).toString();
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: { code: string; fields: object }) => [error.code, ...Object.keys(error.fields)].join(" "),
  );

const sell = (
  ctx: Ctx,
  n: number,
  amount: bigint,
  more: { dueOn?: string; what?: string; key?: string } = {},
) =>
  addCreditSale(ctx, {
    key: randomUUID(),
    phone: phone(n),
    name: `Customer ${n}`,
    what: "MTN 1 GB",
    amount,
    dueOn: getUsualDueDay(),
    ...more,
  });
const pay = (ctx: Ctx, id: number, amount: bigint, key: string = randomUUID()) =>
  recordCreditPayment(ctx, { key, id, amount });
const deliver = async (ctx: Ctx) => {
  const id = await deliverPurchase(at, ctx);
  const [row] = await at.system.db.execute<{ ident: string }>(
    sql`select ident from purchases where id = ${id}`,
  );
  return { id, ident: row?.ident ?? "" };
};
const owedBy = async (ctx: Ctx, id: number) => (await getCreditAccount(ctx, { id })).owed;

/** The promise of the book: what a sale counts as paid is the sum of its payments that weren't undone. */
const mismatches = async () =>
  (
    await at.system.db.execute(sql`
      select from credit_sales s where paid <> (
        select coalesce(sum(amount), 0) from credit_payments p
        where p.sale_id = s.id and p.undone_at is null)`)
  ).length;

test("adds a sale once per form, and counts the sums that are owed and overdue", async () => {
  const { ctx } = await at.reseller();
  const key = randomUUID();
  const twice = await Promise.all([sell(ctx, 1, 30_000n, { key }), sell(ctx, 1, 30_000n, { key })]);
  expect(twice[0]).toBe(twice[1]);
  await sell(ctx, 1, 20_000n, { dueOn: day(-1) });
  await sell(ctx, 2, 5_000n);
  const sums = { owed: 55_000n, overdue: 20_000n, count: 3, customers: 2 };
  expect(await getCreditTotals(ctx)).toMatchObject(sums);
  const { newestId, owed } = await getCreditTotals(ctx, { phone: phone(2) });
  expect(owed).toBe(5_000n);
  expect((await getCreditAccount(ctx, { id: newestId ?? 0 })).phoneE164).toBe(phone(2));
  expect(await getCreditAccount(ctx, { id: twice[0] })).toMatchObject({
    phone: "0803 600 0001",
    name: "Customer 1",
    owed: 50_000n,
    overdue: 20_000n,
    ended: null,
    sales: [{ state: "overdue" }, { state: "owed" }],
  });
});

test("rejects a wrong number, amount and day", async () => {
  const { ctx } = await at.reseller();
  const sale = { key: randomUUID(), phone: phone(1), what: "MTN 1 GB", amount: "300", dueOn: day(1) };
  for (const [wrong, fields] of [
    [{ phone: "12345" }, "phone"],
    [{ amount: "0" }, "amount"],
    [{ amount: "-5" }, "amount"],
    [{ dueOn: day(400) }, "dueOn"],
    [{ dueOn: "soon" }, "dueOn"],
    [{ what: "" }, "what"],
    [{ what: "x".repeat(101) }, "what"],
    [{ name: "x".repeat(61) }, "name"],
    [{ key: "1" }, "key"],
  ] as const) {
    const work = addCreditSale(ctx, { ...sale, ...wrong }).then(
      () => [],
      (error) => error.issues?.map(({ path }: { path: string[] }) => path[0]) ?? Object.keys(error.fields),
    );
    expect((await work)[0], fields).toBe(fields);
  }
  expect(await getCreditTotals(ctx)).toMatchObject({ count: 0 });
});

test("puts a delivered purchase in the book once, and moves no money", async () => {
  const { ctx } = await at.reseller();
  const { ident, id: purchaseId } = await deliver(ctx);
  const before = await getBalance(ctx);
  const add = () => addPurchaseToCreditBook(ctx, { key: randomUUID(), ident, amount: 40_000n });
  const [first, second] = await Promise.all([add(), add()]);
  expect(first).toBe(second);
  expect(await add()).toBe(first);
  expect(await findSaleOfPurchase(ctx, { purchaseId })).toMatchObject({
    id: first,
    amount: 40_000n,
    dueOn: day(7),
    purchase: { ident, refunded: false },
  });
  expect(await getBalance(ctx)).toEqual(before);
  await undoCreditSale(ctx, { id: first });
  expect(await findSaleOfPurchase(ctx, { purchaseId })).toBeNull();
  expect(await add()).not.toBe(first);
});

test("takes no purchase that wasn't delivered, and marks one that was reversed since", async () => {
  const { ctx } = await at.reseller();
  const { ident, id: purchaseId } = await deliver(ctx);
  const add = () => addPurchaseToCreditBook(ctx, { key: randomUUID(), ident, amount: 40_000n });
  const reverse = sql`update purchases set state = 'reversed', reversed_at = now() where id = ${purchaseId}`;
  await add();
  await runUnguarded(at.system.db, reverse);
  expect((await findSaleOfPurchase(ctx, { purchaseId }))?.purchase?.refunded).toBe(true);
  const second = await deliver(ctx);
  await runUnguarded(at.system.db, sql`update purchases set state = 'failed' where id = ${second.id}`);
  expect(
    await codeOf(addPurchaseToCreditBook(ctx, { key: randomUUID(), ident: second.ident, amount: 1n })),
  ).toBe("conflict");
});

test("records part payments for the sales that are due first, up to all that is owed", async () => {
  const { ctx } = await at.reseller();
  const late = await sell(ctx, 1, 30_000n, { dueOn: day(5) });
  const early = await sell(ctx, 1, 20_000n, { dueOn: day(2) });
  await sell(ctx, 2, 99_000n);
  await pay(ctx, late, 25_000n);
  const { sales, owed, payments } = await getCreditAccount(ctx, { id: early });
  expect(owed).toBe(25_000n);
  expect(sales.map(({ id, paid }) => [id, paid])).toEqual([[late, 5_000n]]);
  expect(payments).toMatchObject([{ amount: 25_000n, undone: false }]);
  expect(await codeOf(pay(ctx, late, 25_001n))).toBe("invalid amount");
  await pay(ctx, late, 25_000n);
  expect(await codeOf(pay(ctx, late, 1n))).toBe("conflict");
  expect((await getCreditAccount(ctx, { id: late })).ended?.state).toBe("paid");
  expect(await getCreditTotals(ctx)).toMatchObject({ owed: 99_000n });
  expect(await mismatches()).toBe(0);
});

test("records a payment once per form, and never more than is owed by parallel forms", async () => {
  const { ctx } = await at.reseller();
  const id = await sell(ctx, 1, 30_000n);
  await sell(ctx, 1, 30_000n);
  const key = randomUUID();
  await Promise.all([1, 2, 3].map(() => pay(ctx, id, 10_000n, key)));
  expect(await owedBy(ctx, id)).toBe(50_000n);
  const codes = await Promise.all(Array.from({ length: 8 }, () => codeOf(pay(ctx, id, 15_000n))));
  expect(codes.filter((code) => code === "done")).toHaveLength(3);
  expect(await owedBy(ctx, id)).toBe(5_000n);
  await pay(ctx, id, 5_000n);
  await pay(ctx, id, 10_000n, key);
  expect(await owedBy(ctx, id)).toBe(0n);
  expect(await mismatches()).toBe(0);
});

test("keeps more than is owed out of the table, even by a statement of its own", async () => {
  const { ctx } = await at.reseller();
  const id = await sell(ctx, 1, 30_000n);
  for (const change of [sql`paid = 30001`, sql`paid = -1`, sql`paid = 30000`, sql`undone_at = now()`])
    await expect(
      at.system.db.execute(sql`update credit_sales set ${change} where id = ${id}`),
    ).rejects.toMatchObject({ cause: { constraint_name: expect.stringMatching(/^credit_sales_/) } });
});

test("undoes a payment once, and owes its sales again", async () => {
  const { ctx } = await at.reseller();
  const id = await sell(ctx, 1, 30_000n);
  await sell(ctx, 1, 30_000n);
  const key = randomUUID();
  await pay(ctx, id, 45_000n, key);
  await Promise.all([1, 2, 3].map(() => undoCreditPayment(ctx, { key })));
  expect(await owedBy(ctx, id)).toBe(60_000n);
  expect((await getCreditAccount(ctx, { id })).payments).toMatchObject([{ amount: 45_000n, undone: true }]);
  // A form that is sent again after all that records nothing.
  await pay(ctx, id, 45_000n, key);
  expect(await owedBy(ctx, id)).toBe(60_000n);
  expect(await codeOf(undoCreditPayment(ctx, { key: randomUUID() }))).toBe("not_found");
  expect(await mismatches()).toBe(0);
});

test("payments, their undoing and undone sales in parallel leave the right sum owed", async () => {
  const { ctx } = await at.reseller();
  const ids = [await sell(ctx, 1, 30_000n), await sell(ctx, 1, 30_000n), await sell(ctx, 1, 30_000n)];
  const keys = Array.from({ length: 6 }, () => randomUUID());
  const work = keys.flatMap((key, n) => [
    codeOf(pay(ctx, ids[n % 3] ?? 0, 20_000n, key)),
    codeOf(undoCreditPayment(ctx, { key })),
    codeOf(undoCreditSale(ctx, { id: ids[n % 3] ?? 0 })),
  ]);
  for (const code of await Promise.all(work))
    expect(["done", "invalid amount", "conflict", "not_found"]).toContain(code);
  expect(await mismatches()).toBe(0);
});

test("changes a sale, though not below its payments, and undoes it only without payments", async () => {
  const { ctx } = await at.reseller();
  const id = await sell(ctx, 1, 30_000n);
  const key = randomUUID();
  await pay(ctx, id, 10_000n, key);
  const change = (amount: bigint) => changeCreditSale(ctx, { id, what: "MTN 2 GB", amount, dueOn: day(3) });
  expect(await codeOf(change(9_999n))).toBe("invalid amount");
  await change(10_000n);
  expect((await getCreditAccount(ctx, { id })).ended).toMatchObject({ state: "paid", what: "MTN 2 GB" });
  await change(50_000n);
  expect((await getCreditAccount(ctx, { id })).sales).toMatchObject([{ owed: 40_000n, dueOn: day(3) }]);
  expect(await codeOf(undoCreditSale(ctx, { id }))).toBe("conflict");
  await undoCreditPayment(ctx, { key });
  await undoCreditSale(ctx, { id });
  await undoCreditSale(ctx, { id });
  expect(await codeOf(change(1n))).toBe("conflict");
  expect((await getCreditAccount(ctx, { id })).ended).toMatchObject({ state: "undone", owed: 0n });
});

test("lists sales by state and text, and customers by the day that is due first", async () => {
  const { ctx } = await at.reseller();
  const paid = await sell(ctx, 1, 1_000n);
  await pay(ctx, paid, 1_000n);
  await sell(ctx, 1, 2_000n, { dueOn: day(-2), what: "Glo 2 GB" });
  await sell(ctx, 2, 3_000n, { dueOn: day(-9) });
  await sell(ctx, 3, 4_000n);
  await undoCreditSale(ctx, { id: await sell(ctx, 3, 5_000n) });
  await saveCustomer(ctx, { phone: phone(3), name: "Ńgọzi" });
  const amounts = async (filter = {}) =>
    (await creditSaleList.page(ctx, filter)).rows.map(({ amount }) => Number(amount));
  expect(await amounts()).toEqual([4_000, 3_000, 2_000]);
  expect(await amounts({ state: "overdue" })).toEqual([3_000, 2_000]);
  expect(await amounts({ state: "paid" })).toEqual([1_000]);
  expect(await amounts({ state: "undone" })).toEqual([5_000]);
  expect(await amounts({ state: "all" })).toHaveLength(5);
  expect(await amounts({ q: "ngozi" })).toEqual([4_000]);
  expect(await amounts({ q: "glo" })).toEqual([2_000]);
  expect(await amounts({ q: "0803 600 0002" })).toEqual([3_000]);
  const debtors = async (filter = {}) =>
    (await debtorList.page(ctx, filter)).rows.map(({ name, owed }) => [name, owed]);
  expect(await debtors()).toEqual([
    ["Customer 2", 3_000n],
    ["Customer 1", 2_000n],
    ["Ńgọzi", 4_000n],
  ]);
  expect(await debtors({ state: "overdue" })).toHaveLength(2);
  expect(await debtors({ q: "Ngo" })).toEqual([["Ńgọzi", 4_000n]]);
  expect(await getCreditTotals(ctx, { phone: phone(9) })).toMatchObject({ count: 0, newestId: null });
  const file = (await Array.fromAsync(creditSaleList.csv(ctx, { q: "glo" }))).join("");
  expect(file).toBe(
    `"added","number","name","sold","amount","paid","owed","due on","state","purchase"
${file.split("\r\n")[1]}
`.replaceAll("\n", "\r\n"),
  );
  expect(file).toContain(
    `"0803 600 0001","Customer 1","Glo 2 GB","20.00","0.00","20.00","${day(-2)}","Overdue",""`,
  );
  expect((await Array.fromAsync(debtorList.csv(ctx))).join("").split("\r\n")).toHaveLength(5);
});

test("pages thousands of sales and customers, each once", async () => {
  const { id, ctx } = await at.reseller();
  await at.system.db.execute(sql`
    insert into credit_sales (reseller_id, key, phone, name, what, amount, due_on)
    select ${id}, gen_random_uuid(), '+234803' || (7000000 + n % 300), 'C', 'MTN 1 GB', 30000,
      current_date + n % 7
    from generate_series(1, 3000) n`);
  for (const [list, count] of [
    [creditSaleList, 3_000],
    [debtorList, 300],
  ] as const) {
    const seen = new Set<string>();
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof list.page>> = await list.page(ctx, { after: after ?? undefined });
      for (const row of page.rows) seen.add(list === debtorList ? row.phoneE164 : String(row.id));
      after = page.next;
    } while (after !== null);
    expect(seen.size).toBe(count);
  }
});

test("limits the sales that are owed at the same time", async () => {
  const { id, ctx } = await at.reseller();
  await at.system.db.execute(sql`
    insert into credit_sales (reseller_id, key, phone, what, amount, due_on)
    select ${id}, gen_random_uuid(), ${phone(1)}, 'MTN 1 GB', 100, current_date
    from generate_series(1, 10000)`);
  expect(await codeOf(sell(ctx, 1, 100n))).toBe("conflict");
});

test("hides a book from other resellers and admins", async () => {
  const { ctx } = await at.reseller();
  const id = await sell(ctx, 1, 30_000n);
  const key = randomUUID();
  await pay(ctx, id, 10_000n, key);
  const { ident } = await deliver(ctx);
  for (const foreign of [(await at.reseller()).ctx, await at.admin(), at.system])
    for (const work of [
      () => getCreditAccount(foreign, { id }),
      () => pay(foreign, id, 1n),
      () => undoCreditPayment(foreign, { key }),
      () => undoCreditSale(foreign, { id }),
      () => changeCreditSale(foreign, { id, what: "x", amount: 1n, dueOn: day(1) }),
      () => addPurchaseToCreditBook(foreign, { key: randomUUID(), ident, amount: 1n }),
    ])
      expect(await codeOf((async () => work())())).toBe("not_found");
  for (const foreign of [await at.admin(), at.system])
    for (const work of [
      () => creditSaleList.page(foreign),
      () => debtorList.page(foreign),
      () => getCreditTotals(foreign),
      () => findSaleOfPurchase(foreign, { purchaseId: 1 }),
      () => sell(foreign, 1, 1n),
    ])
      expect(await codeOf((async () => work())())).toBe("not_found");
  const neighbour = (await at.reseller()).ctx;
  expect((await creditSaleList.page(neighbour, { state: "all" })).rows).toEqual([]);
  expect(await getCreditTotals(neighbour)).toMatchObject({ count: 0 });
  expect(await owedBy(ctx, id)).toBe(20_000n);
});

test("records who changed the book, without names and numbers", async () => {
  const { id: resellerId, ctx } = await at.reseller();
  const id = await sell(ctx, 1, 30_000n);
  const key = randomUUID();
  await pay(ctx, id, 10_000n, key);
  await undoCreditPayment(ctx, { key });
  await changeCreditSale(ctx, { id, what: "MTN 2 GB", amount: 20_000n, dueOn: day(1) });
  await undoCreditSale(ctx, { id });
  const records = await at.system.db.execute<{ action: string; text: string }>(sql`
    select action, a::text as text from audit a
    where reseller_id = ${resellerId} and action like 'credit%' order by id`);
  expect(records.map(({ action }) => action)).toEqual([
    "credit_sale.added",
    "credit_payment.recorded",
    "credit_payment.undone",
    "credit_sale.changed",
    "credit_sale.undone",
  ]);
  for (const { text } of records) expect(text).not.toMatch(/Customer|234803/);
});

test("gives a reseller their book and a customer their part of it, and erases both on request", async () => {
  const [{ ctx }, admin] = [await at.reseller(), await at.admin()];
  const id = await sell(ctx, 21, 30_000n);
  await pay(ctx, id, 10_000n);
  await sell(ctx, 22, 5_000n);
  const read = async (file: AsyncGenerator<string>) => {
    const { credit_sales = [], credit_payments = [] } = JSON.parse((await Array.fromAsync(file)).join(""));
    for (const row of [...credit_sales, ...credit_payments]) expect(row).not.toHaveProperty("key");
    return [credit_sales.length, credit_payments.length];
  };
  expect(await read(await exportOwnData(ctx, TABLES))).toEqual([2, 1]);
  expect(await read(await exportPersonalData(admin, { who: phone(21) }, TABLES))).toEqual([1, 1]);
  const erased = await erasePersonalData(admin, { who: phone(21), reason: "asked on 3 May" }, modules);
  expect(erased.credit_sales).toBe(1);
  expect(await read(await exportOwnData(ctx, TABLES))).toEqual([1, 0]);
});

test("erases a number in every book, or a reseller's whole book", async () => {
  const [{ ctx }, other, admin] = [await at.reseller(), await at.reseller(), await at.admin()];
  const id = await sell(ctx, 11, 30_000n);
  await pay(ctx, id, 10_000n);
  await sell(other.ctx, 11, 30_000n);
  await sell(other.ctx, 12, 30_000n);
  expect(await eraseCreditSales(admin, { phone: phone(11), reason: "asked on 3 May" })).toBe(2);
  expect(await getCreditTotals(ctx)).toMatchObject({ count: 0 });
  expect(await getCreditTotals(other.ctx)).toMatchObject({ count: 1 });
  const email = other.ctx.actor.kind === "reseller" ? other.ctx.actor.email : "";
  expect(await eraseCreditSales(admin, { email, reason: "asked on 3 May" })).toBe(1);
  expect(await eraseCreditSales(admin, { email, reason: "asked on 3 May" })).toBe(0);
});
