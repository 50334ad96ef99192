import { createECDH, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { connect } from "#db/client";
import { queueMail } from "#lib/mail/queue-mail";
import { modules } from "#lib/modules";
import { addAlertRecipient } from "#lib/monitoring/alert/recipients";
import { addEndpoint } from "#lib/webhook/endpoints";
import { seedAlertDeliveries, seedMessages, seedPaidOrders, seedRefunds, seedShop } from "./seed.ts";
import type { Stage } from "./stage.ts";

/** Work that hangs, fails each time, or exists a thousand times. */
export interface Poison {
  /** The lane that must show it, where it may delay others. */
  lane: string;
  put(stage: Stage): Promise<void>;
}

const poisonProvider = (fault: "hang" | "slow" | "not-json"): Poison => ({
  lane: "payments_paystack",
  async put({ at, bank }) {
    await bank.control.do("order", { provider: "paystack", fault, times: 100_000 });
    const { id } = await at.reseller("affiliate", 0n);
    await at.system.db.execute(sql`
      insert into payments (reference, purpose, reseller_id, ref, provider, amount, currency, fee_bearer, expires_at, next_check_at)
      select gen_random_uuid(), 'wallet', ${id}, gen_random_uuid(), 'paystack', 100, 'NGN', 'operator', now() + interval '1 hour', now()
      from generate_series(1, 120)`);
    await at.system.db.execute(sql`
      insert into provider_webhooks (provider, hash, body, headers, event, reference)
      select 'paystack', gen_random_uuid()::text::bytea, '{}', '{}', 'charge.success', gen_random_uuid() from generate_series(1, 100)`);
  },
});

const poisonBatches = (count: number, money: bigint, plan: string): Poison => ({
  lane: "batches",
  async put({ at }) {
    const { id } = await at.reseller("affiliate", money);
    const { planId, price } = at.offered();
    await at.system.db.execute(sql`
      with runs as (
        insert into batches (reseller_id, key, state, started_at) select ${id}, gen_random_uuid(), 'running', now()
        from generate_series(1, ${count}::int) returning id
      )
      insert into batch_rows (batch_id, line, number, plan, note, phone, plan_id, price)
      select id, 1, '08031234567', ${plan}, '', '+234803' || (1000000 + id), ${planId}, ${price} from runs`);
  },
});

/** Rejects each change of a row by a handler. */
async function rejectWrites({ at }: Stage, table: string, when: string): Promise<void> {
  const name = `refuse_${table}`;
  await at.system.db.execute(
    sql.raw(`create or replace function ${name}() returns trigger language plpgsql as $$ begin
      if ${when} then raise exception 'the row is broken'; end if; return new; end $$`),
  );
  await at.system.db.execute(
    sql.raw(
      `create or replace trigger ${name} before update on ${table} for each row execute function ${name}()`,
    ),
  );
}

const poisonOrders = (count: number, ref: string, paid = true): Poison => ({
  lane: "orders",
  async put(stage) {
    const { at } = stage;
    await rejectWrites(stage, "orders", "new.ref like 'poison %' and new.looks = old.looks");
    const { id, ctx } = await at.reseller("affiliate", 0n);
    await seedShop(ctx, id);
    await seedPaidOrders(stage, id, { count, ref, paid });
  },
});

const poisonSchedules = (count: number, key: string): Poison => ({
  lane: "schedules",
  async put(stage) {
    const { at } = stage;
    await rejectWrites(stage, "schedules", "old.key like 'poison %' and new.claimed_until is null");
    const { id } = await at.reseller("affiliate", 0n);
    const { planId, networkId, price } = at.offered();
    await at.system.db.execute(sql`
      insert into schedules (reseller_id, key, phone, plan_id, network_id, network_name, type_name, size, volume, validity, max_price, unit,
        first_on, clock, next_on, next_at)
      select ${id}, ${key} || ' ' || gen_random_uuid(), '+2348031234567', ${planId}, ${networkId}, 'MTN', 'SME', '1', 'GB', '30 Days', ${price},
        'day', current_date, '00:00', current_date, now() from generate_series(1, ${count}::int)`);
    await at.system.db.execute(sql`select pg_notify('lane', 'schedules')`);
  },
});

export const POISONS: Readonly<Record<string, Poison>> = {
  "a payment provider that hangs": poisonProvider("hang"),
  "a payment provider that answers slowly": poisonProvider("slow"),
  "a payment provider that answers nonsense": poisonProvider("not-json"),
  "refunds that fail each time": {
    lane: "payments_monnify",
    async put(stage) {
      const everyRefund = { provider: "monnify", route: "refund", times: 100_000 } as const;
      await stage.bank.control.do("order", { ...everyRefund, fault: "server-error" });
      await seedRefunds(stage, "monnify", 10);
    },
  },
  "a mail server that hangs": {
    lane: "mail",
    async put({ at, mailbox }) {
      mailbox.faults({ kind: "hang" });
      const letter = { subject: "Money came", paragraphs: ["All of it."], because: "You asked for it." };
      for (let n = 0; n < 20; n += 1)
        await queueMail(at.system, {
          kind: "notification",
          accountId: null,
          letter,
          hours: 72,
          recipient: `hang-${n}@example.com`,
        });
    },
  },
  "a message provider that hangs": {
    lane: "messages",
    async put(stage) {
      const { id, ctx } = await stage.at.reseller();
      await seedShop(ctx, id);
      const numbers = await seedMessages(stage, id, { count: 20, hold: true });
      stage.phones.faults(...numbers.map((to) => ({ kind: "hang" as const, to })));
      await stage.at.system.db.execute(sql`
        update deliveries set next_at = now() where channel = 'messages' and next_at = 'infinity'`);
      await stage.at.system.db.execute(sql`select pg_notify('lane', 'messages')`);
    },
  },
  "a Telegram that hangs": {
    lane: "alerts",
    async put(stage) {
      await addAlertRecipient(
        stage.at.system,
        { channel: "telegram", target: "123456789", kinds: ["stopped"], reason: "test" },
        modules,
      );
      await seedAlertDeliveries(stage, "telegram", 20);
    },
  },
  "fifty webhooks that hang": {
    lane: "webhooks",
    async put({ at, url }) {
      const { id, ctx } = await at.reseller("api");
      await addEndpoint(ctx, { url: `${url}/hang`, events: ["purchases"] });
      await at.system.db.execute(sql`
        insert into webhook_endpoints (reseller_id, url, sealed_secret, events)
        select reseller_id, url, sealed_secret, events from webhook_endpoints cross join generate_series(2, 50) where reseller_id = ${id}`);
      await at.system.db.execute(sql`
        insert into deliveries (channel, target, account_id, type, subject)
        select 'webhooks', id, reseller_id, 'webhook.test', 'test' from webhook_endpoints
        where reseller_id = ${id}`);
    },
  },
  "thirty devices of one account that hang": {
    lane: "pushes",
    async put({ at, url }) {
      const { id } = await at.reseller("affiliate", 0n);
      const ecdh = createECDH("prime256v1");
      const publicKey = ecdh.generateKeys().toString("base64url");
      await at.system.db.execute(sql`
        with devices as (
          insert into push_devices (account_id, endpoint, public_key, auth_secret, device_hash)
          select ${id}, ${`${url}/hang/`} || gen_random_uuid(), ${publicKey}, ${randomBytes(16).toString("base64url")}, n::text
          from generate_series(1, 30) n returning id
        )
        insert into deliveries (channel, target, account_id, type, subject, body, expires_at)
        select 'pushes', id, ${id}, 'push', '/', 'Money came', now() + interval '4 hours' from devices`);
    },
  },
  "a batch that fails each time": {
    lane: "batches",
    async put(stage) {
      await rejectWrites(stage, "batch_rows", "new.plan = 'poison'");
      await poisonBatches(1, 10_000_000n, "poison").put(stage);
      await stage.at.system.db.execute(sql`select pg_notify('batch', '')`);
    },
  },
  "a schedule that fails each time": poisonSchedules(1, "poison"),
  "an order that fails each time": poisonOrders(1, "poison"),
  "a thousand batches of one empty wallet": poisonBatches(1_000, 0n, "x"),
  "a thousand schedules of one empty wallet": poisonSchedules(1_000, "x"),
  "a thousand orders of one empty wallet": poisonOrders(1_000, "x"),
  "a run that fails each time": {
    lane: "order_expiry",
    async put(stage) {
      await poisonOrders(1, "poison", false).put(stage);
      await stage.at.system.db.execute(sql`select pg_notify('lane', 'order_expiry')`);
    },
  },
};

/** Locks a wallet while its batch, order and schedule are due, so that their connections wait. @returns a function that unlocks it */
export async function lockWallet(stage: Stage): Promise<() => Promise<void>> {
  const { at } = stage;
  const { id, ctx } = await at.reseller();
  await seedShop(ctx, id);
  const letGo = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const line = connect(at.url, 1, { connection: { idle_in_transaction_session_timeout: 0 } });
  const holding = line.db.transaction(async (tx) => {
    await tx.execute(sql`select from wallets where reseller_id = ${id} for no key update`);
    held.resolve();
    await letGo.promise;
  });
  await held.promise;
  await seedPaidOrders(stage, id, { count: 20 });
  await stage.until(async () => {
    const [row] = await at.system.db.execute<{ count: number }>(
      sql`select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    return (row?.count ?? 0) > 0;
  });
  return async () => {
    letGo.resolve();
    await holding;
    await line.close();
  };
}

/** Removes all poison; work that hangs already occupies only slots of its own lane. */
export async function clearPoisons({ at, bank, mailbox, phones }: Stage): Promise<void> {
  await bank.control.do("reset", {});
  mailbox.faults();
  phones.faults();
  for (const statement of [
    "drop trigger if exists refuse_orders on orders",
    "drop trigger if exists refuse_schedules on schedules",
    "drop trigger if exists reject_batch_rows on batch_rows",
    "update payments set next_check_at = null where next_check_at is not null",
    "update provider_webhooks set next_attempt_at = null, handled_at = now() where handled_at is null",
    // A provider may have a requested refund: it stays, and isn't due.
    "update payment_refunds set next_attempt_at = now() + interval '1 day' where next_attempt_at is not null",
    "update deliveries set state = 'failed', done_at = now(), sealed = null where state = 'waiting'",
    "update alert_recipients set removed_at = now() where removed_at is null",
    "update batches set done_at = now() where done_at is null and state <> 'draft'",
    "update schedules set state = 'paused', pause = 'requested' where state = 'active'",
    "update orders set due_at = null where due_at is not null",
    "update orders set pay_by = now() + interval '1 day' where payment = 'awaiting'",
    "delete from lane_failures",
  ])
    await at.system.db.execute(sql.raw(statement));
}
