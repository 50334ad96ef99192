import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { createBackup } from "#lib/maintenance/create-backup";
import { modules } from "#lib/modules";
import { addAlertRecipient } from "#lib/monitoring/alert/recipients";
import { createNotification } from "#lib/notification/create-notification";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { waitUntilSettled } from "#lib/purchase/read/watch-purchases";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { addEndpoint } from "#lib/webhook/endpoints";
import { seedAlertDeliveries, seedMessages, seedPaidOrders, seedShop } from "./seed.ts";
import type { Stage } from "./stage.ts";

/** Work of another owner that must be done in its first round; @throws when it takes more. */
type Neighbour = (stage: Stage) => Promise<void>;

const queryFirst = async <T extends Record<string, unknown>>(stage: Stage, query: ReturnType<typeof sql>) =>
  (await stage.at.system.db.execute<T>(query))[0];

export const NEIGHBOURS: Readonly<Record<string, Neighbour>> = {
  "price sync": ({ runNow }) => runNow("catalogue"),
  "alert checks": ({ runNow }) => runNow("alert_checks"),
  async "purchase sending"({ at }) {
    const { ctx } = await at.reseller();
    const { purchase } = await placePurchase(ctx, {
      ...at.offered(),
      phone: "08037000001",
      ref: randomUUID(),
      channel: "web",
      again: true,
    });
    expect((await waitUntilSettled(ctx, purchase.ident, TEST_TIMEOUT_MS)).state).toBe("successful");
    const tries = await at.system.db.execute(sql`select from attempts where purchase_id = ${purchase.id}`);
    expect(tries).toHaveLength(1);
  },
  async "order delivery"(stage) {
    const { id, ctx } = await stage.at.reseller();
    await seedShop(ctx, id);
    const [order] = await seedPaidOrders(stage, id);
    const look = () =>
      queryFirst<{ bought: boolean; looks: number }>(
        stage,
        sql`select purchase_id is not null as bought, looks from orders where id = ${order ?? 0}`,
      );
    await stage.until(async () => (await look())?.bought === true);
    expect((await look())?.looks).toBeLessThanOrEqual(2);
  },
  async "a batch of another reseller"(stage) {
    const { id } = await stage.at.reseller();
    const { planId, price } = stage.at.offered();
    const run = await queryFirst<{ id: string }>(
      stage,
      sql`
      with run as (insert into batches (reseller_id, key, state, started_at) values (${id}, ${randomUUID()}, 'running', now()) returning id),
      rows as (
        insert into batch_rows (batch_id, line, number, plan, note, phone, plan_id, price)
        select id, 1, '08031234567', 'x', '', '+2348031234567', ${planId}, ${price} from run
      )
      select run.id from run`,
    );
    await stage.at.system.db.execute(sql`select pg_notify('batch', '')`);
    await stage.until(
      async () =>
        (
          await queryFirst<{ done: boolean }>(
            stage,
            sql`select done_at is not null as done from batches where id = ${run?.id ?? 0}`,
          )
        )?.done === true,
    );
  },
  async notifications(stage) {
    const { id } = await stage.at.reseller("affiliate", 0n);
    const words = { title: "Money came", text: "All of it.", path: "/wallet" };
    await createNotification(stage.at.system, { to: id, event: "schedule", key: randomUUID(), ...words });
    await stage.until(
      async () =>
        (
          await queryFirst<{ waiting: number }>(
            stage,
            sql`select count(*)::int as waiting from notifications where account_id = ${id} and delivered_at is null`,
          )
        )?.waiting === 0,
    );
  },
  async webhooks(stage) {
    const { ctx } = await stage.at.reseller("api");
    const { id } = await addEndpoint(ctx, { url: `${stage.url}/good`, events: ["purchases"] });
    await stage.at.system.db.execute(
      sql`insert into deliveries (channel, target, type, subject) values ('webhooks', ${id}::text, 'webhook.test', 'test')`,
    );
    const delivery = () =>
      queryFirst<{ state: string; attempts: number }>(
        stage,
        sql`select state, attempts from deliveries where channel = 'webhooks' and target = ${id}::text`,
      );
    await stage.until(async () => (await delivery())?.state === "delivered");
    expect((await delivery())?.attempts).toBe(1);
  },
  async "messages to customers"(stage) {
    const { id, ctx } = await stage.at.reseller();
    await seedShop(ctx, id);
    await seedMessages(stage, id);
    const message = () =>
      queryFirst<{ accepted: boolean; attempts: number }>(
        stage,
        sql`select m.accepted_at is not null as accepted, d.attempts from customer_messages m
          join deliveries d on d.message_id = m.message_id where m.reseller_id = ${id}`,
      );
    await stage.until(async () => (await message())?.accepted === true);
    expect((await message())?.attempts).toBe(1);
  },
  async alerts(stage) {
    await addAlertRecipient(
      stage.at.system,
      { channel: "webhook", target: `${stage.url}/alert`, kinds: ["stopped"], reason: "test" },
      modules,
    );
    const id = await seedAlertDeliveries(stage, "webhook");
    const post = () =>
      queryFirst<{ state: string; attempts: number }>(
        stage,
        sql`select state, attempts from deliveries where id = ${id}`,
      );
    await stage.until(async () => (await post())?.state === "delivered");
    expect((await post())?.attempts).toBe(1);
    await stage.at.system.db.execute(
      sql`update alert_recipients set removed_at = now() where channel = 'webhook'`,
    );
  },
  async backups({ at }) {
    const folder = mkdtempSync(join(tmpdir(), "portal-backup-"));
    try {
      expect(await createBackup(at.system, folder)).toMatchObject({ noted: true });
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};
