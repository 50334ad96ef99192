import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { amountField, hourField, numberField, switchField, textField } from "#lib/core/settings/fields";
import { modules } from "#lib/modules";
import { openScene } from "#lib/testing/open-scene";
import { defineSettings } from "./define-settings.ts";
import { readSettings, selectSetting } from "./read-settings.ts";
import { changeSettings, saveSettings } from "./save-settings.ts";

const at = await openScene();
const admin = await at.admin();

const common = {
  path: "/admin/settings/general#test",
  find: { label: "Test", keywords: "" },
  title: "Test",
  text: "",
  submit: "Save",
  saved: () => "Saved.",
  redirects: null,
  permission: "rules",
  audit: { subject: "test", subjectId: "1", codes: { "test.saved": "saved a test" } },
} as const;
const lunch = defineSettings({
  ...common,
  name: "lunch",
  fields: {
    from: hourField({ label: "From", initial: 12 }),
    price: amountField({ label: "Price", initial: 50_000n }),
    minutes: numberField({
      label: "Length",
      initial: 1_800,
      min: 1,
      max: 90,
      tooMuch: "Too long.",
      scale: 60,
    }),
    open: switchField({ label: "Open", initial: true }),
    dish: textField({ label: "Dish", maxLength: 20 }),
  },
  check: ({ open, dish }) => (open || dish === "" ? undefined : { field: "dish", message: "It’s closed." }),
});
const initial = { from: 12, price: 50_000n, minutes: 1_800, open: true, dish: "" };
const forget = () => at.system.db.execute(sql`delete from settings where name = 'lunch'`);
const store = (value: object) =>
  at.system.db.execute(sql`
    insert into settings (name, value, version) values ('lunch', ${JSON.stringify(value)}::jsonb, 3)
    on conflict (name) do update set value = excluded.value, version = 3`);

/** Reads each setting as a larger statement does. */
async function readBySql() {
  const columns = (Object.keys(initial) as (keyof typeof initial)[]).map(
    (key) => sql`${selectSetting(lunch, key)} as ${sql.identifier(key)}`,
  );
  const [row] = await at.system.db.execute(sql`select ${sql.join(columns, sql`, `)}`);
  return row;
}

test("has its declared values until an admin saves others, also where one was added later", async () => {
  await forget();
  expect(await readSettings(at.system, lunch)).toEqual({ ...initial, version: 0 });
  expect(await readBySql()).toEqual({ ...initial, price: "50000" });
  await store({ from: 13 });
  expect(await readSettings(at.system, lunch)).toEqual({ ...initial, from: 13, version: 3 });
  expect(await readBySql()).toEqual({ ...initial, price: "50000", from: 13 });
});

test("saves what a form sends, in its place and with a record", async () => {
  await forget();
  const form = { from: "11", price: "1,250.50", minutes: "45", dish: " Jollof ", open: "yes" };
  await saveSettings(admin, lunch, { ...form, version: 0, reason: "a new cook" });
  const after = { from: 11, price: 125_050n, minutes: 2_700, open: true, dish: "Jollof" };
  expect(await readSettings(at.system, lunch)).toEqual({ ...after, version: 1 });
  expect(await readBySql()).toEqual({ ...after, price: "125050" });
  const [record] = await at.system.db.execute(
    sql`select reason, before, after from audit where action = 'test.saved' order by id desc limit 1`,
  );
  expect(record).toEqual({
    reason: "a new cook",
    before: { ...initial, price: "50000" },
    after: { ...after, price: "125050" },
  });
});

test("takes one of two admins’ changes, and says who made it", async () => {
  await forget();
  const form = { from: "12", price: "500", minutes: "30", dish: "", version: 0 };
  const both = await Promise.allSettled(
    [9, 10].map((from) => saveSettings(admin, lunch, { ...form, from, reason: "earlier then" })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const late = saveSettings(admin, lunch, { ...form, reason: "as it was" });
  await expect(late).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("earlier then"),
  });
});

test("keeps what a later version saved beside it", async () => {
  await store({ from: 13, wine: true });
  await changeSettings(admin, lunch, { dish: "Rice" });
  const [row] = await at.system.db.execute(sql`select value, version from settings where name = 'lunch'`);
  expect(row).toMatchObject({ value: { from: 13, dish: "Rice", wine: true }, version: 4 });
});

test.each([
  ["from", 24],
  ["from", "13"],
  ["price", 50_000],
  ["minutes", -60],
  ["open", "yes"],
  ["dish", 7],
])("rejects a saved %s of %j with its name", async (key, value) => {
  await store({ [key]: value });
  await expect(readSettings(at.system, lunch)).rejects.toThrow(`The setting lunch.${key} `);
});

test.each([
  [{ from: "24" }, "from"],
  [{ price: "-5" }, "price"],
  [{ minutes: "91" }, "minutes"],
  [{ open: "", dish: "Rice" }, "dish"],
])("rejects %j at its field", async (typed, field) => {
  await forget();
  await expect(changeSettings(admin, lunch, typed)).rejects.toMatchObject({
    issues: [{ path: [field] }],
  });
});

test("declares initial values that its own declaration takes", async () => {
  const all = modules.flatMap(({ settings = [] }) => settings);
  expect(all.length).toBeGreaterThan(2);
  for (const settings of all) {
    await at.system.db.execute(sql`delete from settings where name = ${settings.name}`);
    const { version, ...values } = await readSettings(at.system, settings);
    const shown = Object.entries(settings.fields).map(([key, field]) => [key, field.show(values[key])]);
    const form = { ...Object.fromEntries(shown), version, reason: "as declared" };
    expect(settings.input.parse(form).values).toEqual(values);
    await saveSettings(at.system, settings, form);
    expect(await readSettings(at.system, settings)).toEqual({ ...values, version: 1 });
  }
});

test.each([
  ["approval", { singleAdminLimit: "-1" }],
  ["reconcile", { refundSeconds: 1 }],
  ["referral", { kind: "first_funding", reward: "2", minimum: "1" }],
  ["referral", { kind: "share", share: 100 }],
  ["referral", { holdDays: 181 }],
  ["message", { smsPrice: "-1" }],
  ["message", { orderPayer: "customer" }],
  ["payment", { minAmount: "0" }],
  ["payment", { minAmount: "2", maxAmount: "1" }],
  ["payment", { feeBearer: "payer" }],
])("keeps the database from holding %s settings of %j", async (name, value) => {
  const saved = sql`value || ${JSON.stringify(value)}::jsonb`;
  await expect(
    at.system.db.execute(sql`update settings set value = ${saved} where name = ${name}`),
  ).rejects.toMatchObject({ cause: { constraint_name: "settings_valid" } });
});
