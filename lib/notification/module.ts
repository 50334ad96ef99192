import { sql } from "drizzle-orm";
import { selectDueDeliveries } from "#lib/core/due";
import type { EventHandler } from "#lib/core/event";
import { EVERY_MINUTE } from "#lib/core/lane/run-timing";
import { defineModule, listNotificationKinds } from "#lib/core/module";
import { byAccount, operatorData } from "#lib/core/personal-data";

export const notificationModule = defineModule({
  name: "notification",
  deliveryDays: { pushes: () => 30 },
  tables: {
    agent_price_checkpoints: operatorData({ current: "prices that agents know" }),
    notification_checkpoints: operatorData({ current: "settings" }),
    notification_choices: {
      retention: { current: "settings of an account" },
      personalData: byAccount,
      erase: {
        account: (id) => sql`delete from notification_choices where account_id = ${id} returning 1`,
      },
    },
    notifications: {
      retention: {
        label: "notifications",
        days: () => 365,
        at: sql`at`,
        inOrder: true,
      },
      personalData: byAccount,
    },
    push_devices: {
      retention: {
        label: "push devices, after the last session of their browser",
        // As long as an ended session.
        days: () => 400,
        at: sql`coalesce(reached_at, created_at)`,
        where: sql`not exists (select from sessions s where s.device_hash = t.device_hash)`,
      },
      personalData: { ...byAccount, without: ["endpoint", "public_key", "auth_secret", "device_hash"] },
      erase: { account: (id) => sql`delete from push_devices where account_id = ${id} returning 1` },
    },
    push_keys: operatorData({ current: "the portal's keys" }),
  },
  audit: {
    "notifications.chosen": "changed notification preferences",
    "notifications.device_added": "turned push on",
    "notifications.device_removed": "turned push off",
    "notifications.mail_ended": "unsubscribed from an email",
  },
  follows(modules) {
    const kinds = listNotificationKinds(modules);
    const notify: EventHandler = async (ctx, events) =>
      (await import("./insert-notifications.ts")).notifyOfEvents(ctx, events, kinds);
    const followed = Object.values(kinds).flatMap(({ follows = {} }) => Object.keys(follows));
    return Object.fromEntries(followed.map((kind) => [kind, notify]));
  },
  jobs: [
    {
      name: "notifications",
      label: "Notifications",
      pool: "notifications",
      when: EVERY_MINUTE,
      wakeOn: { notification: {} },
      async run(ctx, { modules }) {
        const kinds = listNotificationKinds(modules);
        await (await import("./deliver-notifications.ts")).deliverNotifications(ctx, kinds);
      },
    },
    {
      name: "owner_notifications",
      label: "Notifications to owners",
      pool: "notifications",
      when: EVERY_MINUTE,
      async run(ctx, { modules }) {
        await (await import("./notify-owners.ts")).notifyOwners(ctx, modules);
      },
    },
    {
      name: "price_notifications",
      label: "Price notifications",
      pool: "notifications",
      when: EVERY_MINUTE,
      async run(ctx) {
        await (await import("./notify-price-changes.ts")).notifyPriceChanges(ctx);
        await (await import("./notify-agent-prices.ts")).notifyAgentPrices(ctx);
      },
    },
    {
      name: "pushes",
      label: "Push delivery",
      pool: "messages",
      actor: "push",
      due: selectDueDeliveries("pushes"),
      start: async (ctx) => (await import("./push-sender.ts")).startPushSender(ctx),
    },
  ],
  notifications: {
    admin_action: {
      label: "An admin moved money or changed access",
      audience: "admins",
      group: "admin_actions",
    },
    prices: {
      label: "Prices changed",
      audience: "resellers",
      group: "news",
    },
  },
});
