import type { OldRows } from "#lib/testing/samples";

export const oldRows: OldRows = {
  deliveries: (at) => `with d as (
    insert into deliveries (channel, target, type, subject, state, done_at) values ('webhooks', '999', 'x', 'x', 'failed', ${at})
      returning id)
    insert into delivery_attempts (delivery_id, took_ms) select id, 1 from d`,
  lane_failures: (at) =>
    `insert into lane_failures (lane, key, error, failed_at, due_at) values ('x', gen_random_uuid(), 'x', ${at}, now())`,
  lane_fair_queue: (at) =>
    `insert into lane_fair_queue (lane, owner, looked_at) values (gen_random_uuid(), 1, ${at})`,
};
