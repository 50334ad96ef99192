import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { tell } from "#lib/notice/tell";
import { place } from "#lib/purchase/place/place";
import { whenSettled } from "#lib/purchase/read/watch";
import { ALERT_KINDS } from "#lib/report/alert/kinds";
import { addReceiver } from "#lib/report/alert/receivers";
import { openShop } from "#lib/shop/save-shop";
import { PATIENCE_MS } from "#lib/testing/patience";
import { backup } from "#lib/upkeep/backup";
import { addEndpoint } from "#lib/webhook/endpoints";
import { paidOrders, tellReceivers } from "./seed.ts";
import type { Stage } from "./stage.ts";

/** Work of somebody else's, which is to be done in its first turn; @throws when it takes more. */
type Neighbour = (stage: Stage) => Promise<void>;

const first = async <T extends Record<string, unknown>>(stage: Stage, query: ReturnType<typeof sql>) =>
  (await stage.at.system.db.execute<T>(query))[0];

export const NEIGHBOURS: Readonly<Record<string, Neighbour>> = {
  "price sync": ({ runNow }) => runNow("catalogue"),
  "alert checks": ({ runNow }) => runNow("alert_checks"),
  async "purchase sending"({ at }) {
    const { ctx } = await at.reseller();
    const { purchase } = await place(ctx, {
      ...{ ...at.offered(), phone: "08037000001", ref: randomUUID(), channel: "web", again: true },
    });
    expect((await whenSettled(ctx, purchase.ident, PATIENCE_MS)).state).toBe("successful");
    const tries = await at.system.db.execute(sql`select from attempts where purchase_id = ${purchase.id}`);
    expect(tries).toHaveLength(1);
  },
  async "order delivery"(stage) {
    const { id, ctx } = await stage.at.reseller();
    await openShop(ctx, {
      ...{ name: "Shop", slug: `shop-${id}`, phone: "08031234567", markup: "50" },
      payments: [{ kind: "cash", where: "12 Allen Avenue." }],
    });
    const [order] = await paidOrders(stage, id);
    const look = () =>
      first<{ bought: boolean; looks: number }>(
        stage,
        sql`select purchase_id is not null as bought, looks from orders where id = ${order ?? 0}`,
      );
    await stage.until(async () => (await look())?.bought === true);
    expect((await look())?.looks).toBeLessThanOrEqual(2);
  },
  async "a batch of another reseller"(stage) {
    const { id } = await stage.at.reseller();
    const { planId, price } = stage.at.offered();
    const run = await first<{ id: string }>(
      stage,
      sql`
      with run as (insert into bulk_runs (reseller_id, key, state, started_at) values (${id}, ${randomUUID()}, 'running', now()) returning id),
      rows as (
        insert into bulk_rows (run_id, line, number, plan, note, phone, plan_id, price)
        select id, 1, '08031234567', 'x', '', '+2348031234567', ${planId}, ${price} from run
      )
      select run.id from run`,
    );
    await stage.at.system.db.execute(sql`select pg_notify('bulk', '')`);
    await stage.until(
      async () =>
        (
          await first<{ done: boolean }>(
            stage,
            sql`select done_at is not null as done from bulk_runs where id = ${run?.id ?? 0}`,
          )
        )?.done === true,
    );
  },
  async notifications(stage) {
    const { id } = await stage.at.reseller("affiliate", 0n);
    const words = { title: "Money came", text: "All of it.", path: "/wallet" };
    await tell(stage.at.system, { to: id, event: "schedule", key: randomUUID(), ...words });
    await stage.until(
      async () =>
        (
          await first<{ waiting: number }>(
            stage,
            sql`select count(*)::int as waiting from notices where account_id = ${id} and passed_on_at is null`,
          )
        )?.waiting === 0,
    );
  },
  async webhooks(stage) {
    const { ctx } = await stage.at.reseller("api");
    const { id } = await addEndpoint(ctx, { url: `${stage.url}/good`, events: ["purchases"] });
    await stage.at.system.db.execute(
      sql`insert into webhook_deliveries (endpoint_id, type, subject) values (${id}, 'webhook.test', 'test')`,
    );
    await stage.at.system.db.execute(sql`select pg_notify('webhook', '')`);
    const delivery = () =>
      first<{ state: string; tries: number }>(
        stage,
        sql`select state, tries from webhook_deliveries where endpoint_id = ${id}`,
      );
    await stage.until(async () => (await delivery())?.state === "delivered");
    expect((await delivery())?.tries).toBe(1);
  },
  async alerts(stage) {
    await addReceiver(stage.at.system, {
      ...{ way: "webhook", target: `${stage.url}/alert`, kinds: [...ALERT_KINDS], reason: "test" },
    });
    const id = await tellReceivers(stage, "webhook");
    await stage.at.system.db.execute(sql`select pg_notify('lane', 'alerts')`);
    const post = () =>
      first<{ state: string; tries: number }>(
        stage,
        sql`select state, tries from alert_posts where id = ${id}`,
      );
    await stage.until(async () => (await post())?.state === "sent");
    expect((await post())?.tries).toBe(1);
    await stage.at.system.db.execute(
      sql`update alert_receivers set removed_at = now() where way = 'webhook'`,
    );
  },
  async backups({ at }) {
    const folder = mkdtempSync(join(tmpdir(), "portal-backup-"));
    try {
      expect(await backup(at.system, folder)).toMatchObject({ noted: true });
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};
