import type { OldRows } from "#lib/testing/samples";

export const oldRows: OldRows = {
  webhook_endpoints: (
    at,
  ) => `insert into webhook_endpoints (reseller_id, url, sealed_secret, events, removed_at)
    values (1, 'https://example.com', 'x', '{purchases}', ${at})`,
  webhook_previous_secrets: (at) => `
    with endpoint as (insert into webhook_endpoints (reseller_id, url, sealed_secret, events)
      values (1, 'https://example.com', 'x', '{purchases}') returning id)
    insert into webhook_previous_secrets (endpoint_id, sealed_secret, valid_until) select id, 'x', ${at} from endpoint`,
  webhook_resends: (at) => `
    with endpoint as (insert into webhook_endpoints (reseller_id, url, sealed_secret, events)
      values (1, 'https://example.com', 'x', '{purchases}') returning id)
    insert into webhook_resends (endpoint_id, key, delivery_ids, done_at) select id, 'x', '{}', ${at} from endpoint`,
};
