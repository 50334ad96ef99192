import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect } from "vitest";
import type { Ctx } from "#lib/core/context";
import { runDueItems } from "#lib/core/lane/testing/run-due-items";
import type { Values } from "#lib/core/settings/settings";
import { hourOf } from "#lib/core/time/time";
import { handleEvents } from "#lib/event/testing/handle-events";
import { checkLedger } from "#lib/ledger/check-ledger";
import { createMessageLane } from "#lib/message/message-sender";
import { messageSettings } from "#lib/message/message-settings";
import { setShopMessages } from "#lib/message/shop-messages";
import { deliverOrder } from "#lib/shop/order/deliver-order";
import { orderList } from "#lib/shop/order/list-orders";
import { openOnlineOrders } from "#lib/shop/testing/online-orders";
import { openTestShop, placeTestOrder, settleByDispatcher } from "#lib/shop/testing/test-shop";
import { storeSettings } from "#lib/testing/store-settings";
import { startPhones } from "#sandbox/phones/server";

export type ProviderChoice = "termii" | "twilio";

/** Opens a scene with shops whose customers get messages, and the phones that get them. */
export async function openMessageScene(provider: ProviderChoice = "termii") {
  const phones = await startPhones();
  afterAll(() => phones.close());
  Object.assign(process.env, phones.variables[provider]);
  const online = await openOnlineOrders();
  const { at, run, row } = online;
  let made = 0;

  /** Sets the operator's settings: messages are on at all hours, and some differ. */
  const set = (settings: Partial<Values<typeof messageSettings.fields>> = {}) =>
    storeSettings(at.system.db, messageSettings, {
      ...{ enabled: true, smsPrice: 800n, whatsappPrice: 1_200n, orderPayer: "operator" },
      ...{ quietFrom: 0, quietUntil: 0, dailyLimit: 10 },
      ...settings,
    });
  /** The same in quiet hours that began with this hour. */
  const setQuiet = () => {
    const hour = hourOf(new Date());
    return set({ quietFrom: hour, quietUntil: (hour + 2) % 24 });
  };
  beforeEach(async () => {
    phones.faults();
    await set();
  });

  /** Returns a number of its own, in E.164 and as people type it. */
  const createNumber = () => {
    made += 1;
    const local = `0803${String(5_550_000 + made)}`;
    return { local, phone: `+234${local.slice(1)}` };
  };

  /** Opens a shop that offers messages at the price that its reseller sees. */
  async function openShop({ money = 10_000_000n, medium = "sms" as "sms" | "whatsapp" } = {}) {
    made += 1;
    const owner = await at.reseller("affiliate", money);
    const slug = `told-${made}`;
    await openTestShop(owner.ctx, slug, "50", "Femi Mobile");
    await run(sql`update shops set name_state = 'approved' where slug = ${slug}`);
    await setShopMessages(owner.ctx, { medium, smsPrice: 800n, whatsappPrice: 1_200n });
    return { owner, slug };
  }

  /** Delivers an order; nothing that follows has happened. */
  async function buyOrder(ctx: Ctx, code: string) {
    const { rows } = await orderList.page(ctx, { show: "all" });
    const order = rows.find((row) => row.code === code);
    const { ident } = await deliverOrder(ctx, { code, ref: order?.nextRef ?? "", price: order?.cost ?? 0n });
    return settleByDispatcher(at.system, ctx, ident);
  }

  async function deliver(ctx: Ctx, code: string): Promise<string> {
    const { state } = await buyOrder(ctx, code);
    await handleEvents(at.system);
    return state;
  }

  return {
    ...online,
    phones,
    set,
    setQuiet,
    createNumber,
    openShop,
    buyOrder,
    deliver,
    /** Sends every message that is due; `soon` skips pauses and claims of killed processes. */
    async sendDue({ soon = false } = {}) {
      await handleEvents(at.system);
      if (soon)
        await run(sql`update deliveries set next_at = now(),
          claimed_until = case when claimed_until is not null then now() - interval '1 s' end
          where channel = 'messages' and state = 'waiting'`);
      await runDueItems(at.system, createMessageLane(at.system));
    },
    /** An order whose customer agreed to messages, delivered from a shop that is paid in cash. */
    async delivered(shop: { owner: { ctx: Ctx }; slug: string }, number = createNumber(), agrees = true) {
      const code = await placeTestOrder(at.system, shop.slug, {
        phone: number.local,
        messages: agrees ? "yes" : "",
      });
      const state = await deliver(shop.owner.ctx, code);
      return { ...number, code, state };
    },
    async messageOf(phone: string) {
      await handleEvents(at.system);
      return row(sql`select m.*, d.state, d.problem, d.attempts from customer_messages m
        join deliveries d on d.message_id = m.message_id join message_recipients r on r.id = m.recipient_id
        where r.phone = ${phone} order by m.id desc limit 1`);
    },
    ledgerHolds: async () => expect((await checkLedger(at.system)).findings).toEqual([]),
  };
}
