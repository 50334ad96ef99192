import type { OldRows } from "#lib/testing/samples";

export const oldRows: OldRows = {
  abandoned_calls: (at) => `insert into abandoned_calls (token_id, request, ref, left_at)
    values (1, 'hash', gen_random_uuid(), ${at})`,
  api_requests: (
    at,
  ) => `insert into api_requests (at, request_id, reseller_id, token_id, test, method, path, status, duration_ms)
    values (${at}, gen_random_uuid(), 1, 1, false, 'GET', '/api/balance', 200, 3)`,
  test_purchases: (
    at,
  ) => `insert into test_purchases (ident, reseller_id, ref, plan_id, network_id, network_name, type_name, size, volume, validity, phone, price, wallet_before,
      wallet_after, ending, placed_at)
    values (gen_random_uuid(), 1, gen_random_uuid(), 1, 1, 'MTN', 'SME', '1 GB', '1', '30 days', 'x', 1, 1, 0, 'failed', ${at})`,
};
