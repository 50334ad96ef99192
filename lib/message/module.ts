import { sql } from "drizzle-orm";
import { selectDueDeliveries } from "#lib/core/due";
import type { EventHandler } from "#lib/core/event";
import { HOURLY_CLEANUP } from "#lib/core/lane/run-timing";
import { defineActionItem, defineModule } from "#lib/core/module";
import { byOwner, byPhone, byReseller } from "#lib/core/personal-data";
import { pluralise } from "#lib/core/text/pluralise";
import { MESSAGES_ENABLED, messageSettings } from "./message-settings.ts";
import { getTermiiVariables } from "./providers/termii/variables.ts";
import { getTwilioVariables } from "./providers/twilio/variables.ts";

const queueOutcomes: EventHandler = async (...args) =>
  (await import("./queue-messages.ts")).queueOutcomeMessages(...args);

export const messageModule = defineModule({
  name: "message",
  variables: [getTermiiVariables, getTwilioVariables],
  deliveryDays: { messages: () => 30 },
  tables: {
    customer_messages: {
      retention: {
        label: "messages to customers that no wallet paid, without their texts and numbers",
        days: () => 365,
        at: sql`created_at`,
        where: sql`journal_id is null`,
        inOrder: true,
      },
      personalData: {
        ...byReseller,
        phone: (phone) => sql`t.recipient_id in (select id from message_recipients where phone = ${phone})`,
      },
    },
    message_recipients: {
      retention: {
        label: "numbers whose owners agreed to messages, after the last consent; not those that stopped them",
        days: () => 365,
        at: sql`agreed_at`,
        where: sql`stopped_at is null`,
      },
      personalData: { phone: byPhone, without: ["code"] },
      erase: { phone: (phone) => sql`delete from message_recipients where phone = ${phone} returning 1` },
    },
    shop_messages: {
      retention: { current: "settings of a shop" },
      personalData: { account: byOwner(sql`(select reseller_id from shops s where s.id = t.shop_id)`) },
      erase: {
        account: (id) => sql`
          delete from shop_messages
          where shop_id in (select id from shops where reseller_id = ${id})
          returning 1`,
      },
    },
  },
  settings: [messageSettings],
  audit: {
    "message.charged": "paid for a message to a customer",
    "message.started": "allowed messages to a number again",
    "message.stopped": "stopped messages to a number",
    "shop.messages": "changed the messages of a shop",
  },
  follows: {
    "purchase.settled": queueOutcomes,
    "purchase.reversed": queueOutcomes,
    "order.refunded": async (...args) => (await import("./queue-messages.ts")).queueRefundMessages(...args),
  },
  jobs: [
    {
      name: "messages",
      label: "Messages to customers",
      pool: "customers",
      actor: "message",
      due: selectDueDeliveries("messages", MESSAGES_ENABLED),
      start: async (ctx) => (await import("./message-sender.ts")).startMessageSender(ctx),
    },
    {
      name: "old_messages",
      label: "Expiry of messages to customers",
      pool: "customers",
      when: HOURLY_CLEANUP,
      async run(ctx) {
        await (await import("./message-trouble.ts")).failExpiredMessages(ctx);
      },
    },
  ],
  gauges: {
    help: { portal_messages_waiting: "Messages to customers waiting to be sent, also in quiet hours" },
    select: async () => [
      sql`select 'portal_messages_waiting', null::jsonb, count(*) from deliveries
        where channel = 'messages' and state = 'waiting'`,
    ],
  },
  actionItems: {
    messages: defineActionItem({
      label: "Messages to customers not sent",
      rank: 192,
      badge: { tone: "unsure", word: "Failed" },
      read: async (ctx) => (await import("./message-trouble.ts")).getMessageTrouble(ctx),
      format(trouble) {
        if (!trouble) return undefined;
        const { waiting, failed, problem } = trouble;
        const item = { note: [problem], path: "/admin/settings/messages" };
        return waiting > 0
          ? {
              ...item,
              title: pluralise(
                waiting,
                "message to a customer isn’t sent",
                "messages to customers aren’t sent",
              ),
              badge: { tone: "bad", word: "Waiting" },
            }
          : {
              ...item,
              title: pluralise(failed, "message to a customer failed", "messages to customers failed"),
            };
      },
    }),
  },
});
