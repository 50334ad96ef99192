import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openScene } from "#lib/testing/open-scene";
import { runUnguarded } from "#lib/testing/run-unguarded";
import { saveCustomer } from "./customer.ts";
import { findRecipients, getRecipient, listRecentRecipients } from "./recipients.ts";

const at = await openScene();

interface Sample {
  number: string;
  plan: number;
  days: number;
  network?: number;
  channel?: string;
  state?: string;
  size?: string;
}

async function insertPurchases(resellerId: number, samples: readonly Sample[]) {
  for (const [n, sample] of samples.entries()) {
    const { number, plan, days, network = 1, channel = "web", state = "successful", size = "1" } = sample;
    await runUnguarded(
      at.system.db,
      sql`
      insert into purchases (ident, reseller_id, ref, channel, level, plan_id, network_id, network_name, type_name, size, volume,
        validity, phone, price, cost, wallet_before, wallet_after, state, placed_at, deadline_at, settled_at, settled_by)
      select ${`DT${resellerId}X${n}`}, ${resellerId}, ${`r${n}`}, ${channel}, 'affiliate', ${plan}::int, ${network}::int, 'MTN',
        'SME', ${size}, 'GB', '30 Days', ${`+23480312${number}`}, 1000, 900, 0, 0, ${state}, t.at, t.at,
        case when ${state} in ('successful', 'failed') then t.at end, case when ${state} in ('successful', 'failed') then 'answer' end
      from (select now() - make_interval(days => ${days}::int) as at) t`,
    );
  }
}

test("lists recent numbers with their usual plans and network, and leaves batches out", async () => {
  const { id, ctx } = await at.reseller();
  await insertPurchases(id, [
    { number: "30001", plan: 7, days: 9 },
    { number: "30001", plan: 7, days: 8 },
    { number: "30001", plan: 8, days: 1, network: 2 },
    { number: "30002", plan: 9, days: 1, channel: "batch" },
    { number: "30003", plan: 9, days: 1, state: "unconfirmed" },
  ]);
  const recent = await listRecentRecipients(ctx);
  expect(recent).toEqual([
    {
      phone: "0803 123 0003",
      name: null,
      networkId: null,
      last: null,
      plans: [],
      repeated: [9],
      today: null,
    },
    { phone: "0803 123 0001", name: null, networkId: 2, last: 8, plans: [7, 8], repeated: [], today: null },
  ]);
  const withFirst = await listRecentRecipients(ctx, ["+2348031230001", "+2348031230002"]);
  expect(withFirst.map(({ phone }) => phone.slice(-4))).toEqual(["0001", "0002", "0003"]);
  expect(await listRecentRecipients((await at.reseller()).ctx)).toEqual([]);
});

test("finds customers by name and any number in full, with the saved plan first", async () => {
  const { id, ctx } = await at.reseller();
  const plan = at.offered().planId;
  await saveCustomer(ctx, { phone: "08031230001", name: "Ada Obi", plan: String(plan) });
  await insertPurchases(id, [{ number: "30001", plan: 900, days: 1 }]);
  const ada = {
    phone: "0803 123 0001",
    name: "Ada Obi",
    networkId: 1,
    last: 900,
    plans: [plan, 900],
    repeated: [],
    today: null,
  };
  expect(await findRecipients(ctx, { q: "ada" })).toEqual([ada]);
  expect(await findRecipients(ctx, { q: "+234 803 123 0001" })).toEqual([ada]);
  expect(await findRecipients(ctx, { q: "08031230009" })).toEqual([
    { phone: "0803 123 0009", name: null, networkId: null, last: null, plans: [], repeated: [], today: null },
  ]);
  const stranger = (await at.reseller()).ctx;
  expect(await findRecipients(stranger, { q: "ada" })).toEqual([]);
  expect(await findRecipients(stranger, { q: "08031230001" })).toEqual([
    { phone: "0803 123 0001", name: null, networkId: null, last: null, plans: [], repeated: [], today: null },
  ]);
});

test("says all day what a number got, unless it failed", async () => {
  const { id, ctx } = await at.reseller();
  await insertPurchases(id, [
    { number: "30001", plan: 7, days: 0, size: "5" },
    { number: "30001", plan: 8, days: 0, size: "2", state: "unconfirmed" },
    { number: "30001", plan: 9, days: 0, size: "3", state: "failed" },
    { number: "30002", plan: 7, days: 1 },
    { number: "30003", plan: 7, days: 0, channel: "batch" },
  ]);
  const todayOf = async (phone: string) => (await getRecipient(ctx, phone))?.today;
  const clock = expect.stringMatching(/^\d\d:\d\d$/);
  expect(await todayOf("+2348031230001")).toEqual({ size: "2 GB", clock, state: "unconfirmed" });
  expect(await todayOf("+2348031230002")).toBeNull();
  expect(await todayOf("+2348031230003")).toEqual({ size: "1 GB", clock, state: "delivered" });
});
