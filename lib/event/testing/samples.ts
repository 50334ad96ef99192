import type { OldRows } from "#lib/testing/samples";

export const oldRows: OldRows = {
  events: (at) => `insert into events (kind, subject, at) values ('purchase.settled', 'DT1', ${at})`,
  event_retries: (at) => `
    with event as (insert into events (kind, subject, at) values ('purchase.settled', 'DT1', ${at}) returning id)
    insert into event_retries (follower, reseller_id, event_id, subject) select 'x', 1, id, 'purchase DT1' from event`,
};
