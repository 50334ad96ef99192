import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { parse, unparse } from "papaparse";
import { expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { completeCsv } from "#lib/core/list/csv";
import { formatPhone } from "#lib/core/text/phone";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { readFile } from "#lib/spreadsheet/read-file";
import { readList } from "#lib/spreadsheet/read-list";
import { openScene } from "#lib/testing/open-scene";
import { changeCustomer, removeCustomer, saveCustomer } from "./customer.ts";
import {
  checkImport,
  createImport,
  createImportList,
  discardImport,
  readCustomerFile,
  saveImport,
} from "./customer-import.ts";
import { customerList } from "./customer-list.ts";
import { findCustomerByPhone, getCustomer } from "./customer-view.ts";
import { eraseCustomers } from "./erase-customers.ts";
import { findCustomers, getCustomerNames, hasCustomers } from "./find-customers.ts";

const at = await openScene();

const e164 = (n: number) => `+234803${3_000_000 + n}`;
const phone = (n: number) => formatPhone(e164(n));
const rejection = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: { code: string; fields: object }) => [error.code, ...Object.keys(error.fields)].join(" "),
  );
const names = async (ctx: Ctx, filter = {}) =>
  (await customerList.page(ctx, filter)).rows.map(({ name }) => name);
const imported = async (ctx: Ctx, text: string) =>
  createImport(ctx, { key: randomUUID(), lines: await readRows(text) });

const readRows = async (text: string) => readList(await readFile(Buffer.from(text)), "NG", "customers").rows;

test("saves a number once per reseller, also for a double tap, and for another reseller too", async () => {
  const [{ ctx }, other] = [await at.reseller(), await at.reseller()];
  const plan = String(at.offered().planId);
  const twice = await Promise.all(
    [1, 2].map((n) => saveCustomer(ctx, { phone: phone(1), name: `Ada ${n}`, plan })),
  );
  expect(twice.map(({ isNew }) => isNew).toSorted()).toEqual([false, true]);
  expect(twice[0]?.id).toBe(twice[1]?.id);
  expect((await saveCustomer(other.ctx, { phone: e164(1), name: "Theirs" })).isNew).toBe(true);
  const saved = await findCustomerByPhone(ctx, e164(1));
  expect(saved).toMatchObject({ phone: phone(1), usual: { price: at.offered().price }, last: null });
  expect(await rejection(saveCustomer(ctx, { phone: "12345" }))).toBe("invalid phone");
  expect(await rejection(saveCustomer(ctx, { phone: phone(2), plan: "999999999" }))).toBe("invalid plan");
});

test("rejects a change to a saved number, and keeps the customer", async () => {
  const { ctx } = await at.reseller();
  const { id } = await saveCustomer(ctx, { phone: phone(1), name: "Ada" });
  await saveCustomer(ctx, { phone: phone(2), name: "Musa" });
  expect(await rejection(changeCustomer(ctx, { id, phone: phone(2), name: "Ada" }))).toBe("invalid phone");
  await changeCustomer(ctx, { id, phone: phone(3), name: "Ada O.", note: "pays on Fridays" });
  expect(await getCustomer(ctx, { id })).toMatchObject({
    phoneE164: e164(3),
    name: "Ada O.",
    note: "pays on Fridays",
  });
});

test("hides customers and imports from other resellers and admins", async () => {
  const [{ ctx }, other, admin] = [await at.reseller(), await at.reseller(), await at.admin()];
  const { id } = await saveCustomer(ctx, { phone: phone(1), name: "Ada" });
  const draft = await imported(ctx, phone(2));
  for (const foreign of [other.ctx, admin, at.system]) {
    for (const work of [
      () => getCustomer(foreign, { id }),
      () => changeCustomer(foreign, { id, phone: phone(1) }),
      () => checkImport(foreign, { id: draft }),
      () => saveImport(foreign, { id: draft }),
    ])
      expect(await rejection((async () => work())())).toBe("not_found");
  }
  for (const foreign of [admin, at.system]) {
    for (const work of [
      () => customerList.page(foreign),
      () => findCustomers(foreign, { q: "Ada" }),
      () => removeCustomer(foreign, { id }),
      () => discardImport(foreign, { id: draft }),
    ])
      expect(await rejection((async () => work())())).toBe("not_found");
  }
  expect(await names(other.ctx)).toEqual([]);
  expect(await findCustomers(other.ctx, { q: "Ada" })).toEqual([]);
  expect(await getCustomerNames(other.ctx, [{ phoneE164: e164(1) }])).toEqual(new Map());
  expect(await hasCustomers(other.ctx)).toBe(false);
  await removeCustomer(other.ctx, { id });
  await discardImport(other.ctx, { id: draft });
  expect(await names(ctx)).toEqual(["Ada"]);
  expect(await checkImport(ctx, { id: draft })).toHaveLength(1);
  await removeCustomer(ctx, { id });
  await removeCustomer(ctx, { id });
  expect(await names(ctx)).toEqual([]);
});

test("finds customers by part of a name, a note or a number as typed", async () => {
  const { ctx } = await at.reseller();
  await saveCustomer(ctx, { phone: phone(11), name: "Ńgọzi Àda", note: "from church" });
  await saveCustomer(ctx, { phone: phone(12), name: "Ada 50%" });
  for (const q of [phone(11), "0803 300 0011", "3000011", "+2348033000011", "NGOZI"])
    expect(await findCustomers(ctx, { q }), q).toEqual([{ name: "Ńgọzi Àda", phone: phone(11) }]);
  expect((await findCustomers(ctx, { q: "ada" })).map(({ name }) => name)).toEqual(["Ada 50%", "Ńgọzi Àda"]);
  expect(await findCustomers(ctx, { q: "0% o" })).toEqual([]);
  expect(await findCustomers(ctx, { q: "\0" })).toEqual([]);
  expect(await findCustomers(ctx, { q: "church" })).toEqual([]);
  expect(await names(ctx, { q: "church" })).toEqual(["Ńgọzi Àda"]);
});

test("lists the last purchase, and filters by it", async () => {
  const { ctx } = await at.reseller();
  for (const [n, name] of [
    [21, "Lately"],
    [22, "Before"],
    [23, "Never"],
  ] as const)
    await saveCustomer(ctx, { phone: phone(n), name });
  const bought = async (n: number) =>
    (
      await placePurchase(ctx, {
        ...at.offered(),
        ref: `b${n}`,
        phone: phone(n),
        channel: "web",
        again: true,
      })
    ).purchase;
  const recent = await bought(21);
  const before = await bought(22);
  await at.system.db.execute(
    sql`update purchases set placed_at = now() - interval '31 days' where id = ${before.id}`,
  );
  expect(await names(ctx, { bought: "lately" })).toEqual(["Lately"]);
  expect(await names(ctx, { bought: "before" })).toEqual(["Before"]);
  expect(await names(ctx, { bought: "never" })).toEqual(["Never"]);
  expect((await findCustomerByPhone(ctx, e164(21)))?.last).toMatchObject({
    ident: recent.ident,
    networkName: recent.networkName,
  });
  expect((await findCustomerByPhone(ctx, e164(21)))?.usual).toBeNull();
  await at.system.db.transaction(async (tx) => {
    // A trigger protects purchases.
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(
      sql`update purchases set state = 'successful', settled_at = now(), settled_by = 'answer' where id = ${recent.id}`,
    );
  });
  expect((await findCustomerByPhone(ctx, e164(21)))?.usual).toMatchObject({
    id: at.offered().planId,
    fromPurchases: true,
    price: at.offered().price,
  });
  const { planId } = at.offered();
  await saveCustomer(ctx, { phone: phone(24), name: "Chosen", plan: String(planId) });
  expect((await findCustomerByPhone(ctx, e164(24)))?.usual).toMatchObject({
    id: planId,
    fromPurchases: false,
  });
});

test("explains every row of an import before saving", async () => {
  const { ctx } = await at.reseller();
  const { planId } = at.offered();
  await saveCustomer(ctx, { phone: phone(1), name: "Ada", plan: String(planId) });
  await saveCustomer(ctx, { phone: phone(2), name: "Musa" });
  const rows = [
    `${phone(1)}, Ada, ${planId}`,
    `${phone(2)}, Musa Bello`,
    `${phone(3)}, Chi, ${planId}, Fridays`,
    `${phone(3)}, Chi again`,
    "12345, Nobody",
    `${phone(4)}, Open, nothing like it`,
    `${phone(5)}`,
  ];
  const id = await imported(ctx, rows.join("\n"));
  const lines = await checkImport(ctx, { id });
  expect(lines.map(({ verdict }) => verdict)).toEqual([
    "same",
    "known",
    "new",
    "twice",
    "number",
    "new",
    "new",
  ]);
  expect(lines[1]?.nameWas).toBe("Musa");
  expect(lines[5]?.planProblem).toContain("No plan found");
  expect(await names(ctx)).toEqual(["Musa", "Ada"]);
  const list = createImportList(lines);
  expect((await list.page(ctx, { show: "new" })).rows.map(({ name }) => name)).toEqual(["Chi", "Open", ""]);
  const [first, last] = [await list.page(ctx, {}, 3), await list.page(ctx, { after: 3 }, 4)];
  expect([first.next, first.previous, last.next, last.previous]).toEqual(["3", null, null, "4"]);
  expect((await list.page(ctx, { before: 4 }, 3)).rows.map((line) => line.id)).toEqual([1, 2, 3]);
  expect(await saveImport(ctx, { id, known: "skip" })).toEqual({ made: 3, updated: 0 });
  expect((await findCustomerByPhone(ctx, e164(2)))?.name).toBe("Musa");
  expect(await findCustomerByPhone(ctx, e164(3))).toMatchObject({ planId, note: "Fridays" });
  expect(await rejection(saveImport(ctx, { id }))).toBe("not_found");
  expect(await rejection(checkImport(ctx, { id: 0 }))).toBe("not_found");
});

test("updates the fields that a row has, and keeps the others", async () => {
  const { ctx } = await at.reseller();
  await saveCustomer(ctx, { phone: phone(1), name: "Ada", note: "kept", plan: String(at.offered().planId) });
  const id = await imported(ctx, `${phone(1)}, Ada Obi`);
  expect(await saveImport(ctx, { id, known: "update" })).toEqual({ made: 0, updated: 1 });
  const updated = { name: "Ada Obi", note: "kept", planId: at.offered().planId };
  expect(await findCustomerByPhone(ctx, e164(1))).toMatchObject(updated);
});

test("creates one import for the same form, drops an old one, and saves once for parallel calls", async () => {
  const { id: reseller, ctx } = await at.reseller();
  const key = randomUUID();
  const lines = await readRows(`${phone(1)},Ada`);
  const [first, second] = await Promise.all([1, 2].map(() => createImport(ctx, { key, lines })));
  expect(first).toBe(second);
  const both = await Promise.allSettled([1, 2].map(() => saveImport(ctx, { id: first ?? 0 })));
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const old = await imported(ctx, phone(2));
  await at.system.db.execute(
    sql`update customer_imports set created_at = now() - interval '25 hours' where id = ${old}`,
  );
  const ids = [];
  for (let n = 0; n < 7; n += 1) ids.push(await imported(ctx, phone(n)));
  const left = await at.system.db.execute<{ id: string }>(
    sql`select id from customer_imports where reseller_id = ${reseller} order by id`,
  );
  expect(left.map(({ id }) => Number(id))).toEqual(ids.slice(2));
});

test("saves 5,000 rows, and exports and imports them unchanged", async () => {
  const { ctx } = await at.reseller();
  const { planId } = at.offered();
  const rows = Array.from({ length: 5_000 }, (_, n) => `${phone(n)},Customer ${n},${planId}`);
  const id = await imported(ctx, rows.join("\n"));
  expect(await saveImport(ctx, { id })).toEqual({ made: 5_000, updated: 0 });
  const file = (await Array.fromAsync(customerList.csv(ctx))).join("");
  const again = await createImport(ctx, {
    key: randomUUID(),
    lines: await readRows(file),
  });
  const checked = await checkImport(ctx, { id: again });
  expect(checked).toHaveLength(5_000);
  expect(checked.filter(({ verdict }) => verdict !== "same")).toEqual([]);
  const seen: number[] = [];
  for (let after: string | null = null; ; ) {
    const page = await customerList.page(ctx, { q: "customer 12", ...(after && { after }) });
    seen.push(...page.rows.map(({ id }) => id));
    after = page.next;
    if (after === null) break;
  }
  expect(new Set(seen).size).toBe(111);
});

test("reads its own file of customers back unchanged, also as a spreadsheet program saves it", async () => {
  const [{ ctx }, other] = [await at.reseller(), await at.reseller()];
  const names = ["Ṣọlá Ọ̀ṣun", "Ɗanƙasa", "June 2", "=1+1", "'Ada", 'say "hi"; or, not', "عائشة"];
  const notes = ["20261124103000123456", "12E4567", "007", "-5", "3/4", "1,000", "₦500"];
  for (const [n, name] of names.entries()) await saveCustomer(ctx, { phone: phone(n), name, note: notes[n] });
  const file = (await Array.fromAsync(completeCsv(customerList.csv(ctx)))).join("");
  expect(file.startsWith("\uFEFF")).toBe(true);
  const { data } = parse<string[]>(file, { skipEmptyLines: true });
  const saved = `\uFEFF${unparse(data, { delimiter: ";" })}\r\n`;
  const expected = names.map((name, n) => ({ number: phone(n), name, plan: "", note: notes[n] }));
  for (const text of [file, saved])
    expect((await readCustomerFile(other.ctx, Buffer.from(text))).rows.toReversed()).toMatchObject(expected);
});

test("escapes a formula in a customer's name in the export", async () => {
  const { ctx } = await at.reseller();
  await saveCustomer(ctx, { phone: phone(1), name: "=HYPERLINK(1)" });
  expect((await Array.fromAsync(customerList.csv(ctx))).join("")).toContain(`"'=HYPERLINK(1)"`);
});

test("erases a customer of every reseller by number, and all customers of a reseller", async () => {
  const [first, second, third] = [await at.reseller(), await at.reseller(), await at.reseller()];
  for (const { ctx } of [first, second, third]) {
    await saveCustomer(ctx, { phone: phone(6_077), name: "Asks to be forgotten" });
    await saveCustomer(ctx, { phone: phone(6_078), name: "Stays" });
    await imported(ctx, `${phone(6_077)}, Draft`);
  }
  const admin = await at.admin();
  expect(await rejection(eraseCustomers(first.ctx, { phone: phone(6_077), reason: "mine" }))).toBe(
    "not_found",
  );
  expect(await eraseCustomers(admin, { phone: phone(6_077), reason: "asked for it" })).toBe(3);
  for (const { ctx } of [first, second, third]) expect(await names(ctx)).toEqual(["Stays"]);
  const email = first.ctx.actor.kind === "reseller" ? first.ctx.actor.email : "";
  expect(await eraseCustomers(admin, { email, reason: "left us" })).toBe(1);
  expect(await names(first.ctx)).toEqual([]);
  expect(await names(second.ctx)).toEqual(["Stays"]);
  const [drafts] = await at.system.db.execute<{ left: number }>(sql`
    select count(*)::integer as left from customer_imports where lines::text like '%Draft%'`);
  expect(drafts?.left).toBe(0);
});
