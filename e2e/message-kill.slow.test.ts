import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import { messageSettings } from "#lib/message/message-settings";
import { setShopMessages } from "#lib/message/shop-messages";
import { checkPurchases } from "#lib/sales/check-purchases";
import { deliverOrder } from "#lib/shop/order/deliver-order";
import { orderList } from "#lib/shop/order/list-orders";
import { openTestShop, placeTestOrder } from "#lib/shop/testing/test-shop";
import { syncCatalogue } from "#lib/supplier/sync-supplier";
import { asReseller } from "#lib/testing/scene";
import { storeSettings } from "#lib/testing/store-settings";
import { type PortalMember, startSystem, type TestSystem } from "./harness.ts";
import { TestAccounts } from "./test-accounts.ts";

let system: TestSystem;
let people: TestAccounts;
beforeAll(async () => {
  system = await startSystem();
  people = new TestAccounts(system.database.systemCtx);
  await syncCatalogue(system.database.systemCtx);
});
afterAll(() => system.close());

/** The provider accepts the message to the first number alone, and responds to neither. */
const NUMBERS = [
  { kind: "silent", typed: "0803 555 5551", phone: "+2348035555551" },
  { kind: "hang", typed: "0803 555 5552", phone: "+2348035555552" },
] as const;

test("sends and charges each message once when its sender is killed, before or after it was accepted", async () => {
  const { phones } = system;
  const { systemCtx: ctx } = system.database;
  const run = (query: ReturnType<typeof sql>) => ctx.db.execute(query);
  const payment = { orderPayer: "wallet", smsPrice: 800n } as const;
  await storeSettings(ctx.db, messageSettings, { enabled: true, ...payment, quietFrom: 0, quietUntil: 0 });
  const { id } = await people.reseller({ level: "affiliate" });
  const owner = await asReseller(ctx, id);
  await openTestShop(owner, "killed");
  await setShopMessages(owner, { medium: "sms", smsPrice: 800n });
  const workers: PortalMember[] = [];
  onTestFailed(() => console.error(phones.messages(), ...workers.map((worker) => worker.log())));

  phones.faults(...NUMBERS.map(({ kind, phone }) => ({ kind, to: phone })));
  const first = await system.start({ roles: "worker" });
  workers.push(first);
  for (const { typed } of NUMBERS) {
    const code = await placeTestOrder(ctx, "killed", { phone: typed, messages: "yes" });
    const order = (await orderList.page(owner, { show: "all" })).rows.find((row) => row.code === code);
    await deliverOrder(owner, { code, ref: order?.nextRef ?? "", price: order?.cost ?? 0n });
  }
  await Promise.all(NUMBERS.map(({ phone }) => phones.waitForSilence(phone)));
  await first.kill();
  phones.faults();
  // As if the killed sender's lease were over.
  await run(sql`update deliveries set claimed_until = now() where claimed_until is not null`);
  workers.push(await system.start({ roles: "worker" }));
  const facts = sql`
    select m.payer, m.provider_ref as ref, d.state, d.attempts from customer_messages m
      join deliveries d on d.message_id = m.message_id join message_recipients r on r.id = m.recipient_id
    where m.reseller_id = ${id} order by r.phone`;
  const sentOnce = NUMBERS.map(({ phone }) => ({
    payer: "wallet",
    ref: phones.messages(phone)[0]?.id,
    state: "delivered",
    attempts: 2,
  }));
  await expect.poll(() => run(facts)).toMatchObject(sentOnce.map(({ state }) => ({ state })));
  for (const { phone } of NUMBERS) expect(phones.messages(phone)).toHaveLength(1);
  expect(await run(facts)).toEqual(
    NUMBERS.map(({ phone }, n) => ({ ...sentOnce[n], ref: phones.messages(phone)[0]?.id })),
  );
  expect(
    await run(sql`select sum(e.amount)::text as charged from journals j
      join entries e on e.journal_id = j.id and e.account = 'wallet' where j.kind = 'message' and j.reseller_id = ${id}`),
  ).toEqual([{ charged: "-1600" }]);
  expect((await checkPurchases(ctx)).findings).toEqual([]);
  for (const worker of workers) expect(worker.log()).not.toContain("80355555");
});
