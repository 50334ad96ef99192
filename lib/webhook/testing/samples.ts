import type { OldRows } from "#lib/testing/samples";

export const oldRows: OldRows = {
  webhook_endpoints: (
    at,
  ) => `insert into webhook_endpoints (reseller_id, url, sealed_secret, events, removed_at)
    values (1, 'https://example.com', 'x', '{purchases}', ${at})`,
};
