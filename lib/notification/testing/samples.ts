import type { OldRows } from "#lib/testing/samples";

export const oldRows: OldRows = {
  notifications: (at) =>
    `insert into notifications (account_id, event, key, at) values (1, 'x', gen_random_uuid(), ${at})`,
  push_devices: (
    at,
  ) => `insert into push_devices (account_id, endpoint, public_key, auth_secret, device_hash, reached_at)
    values (1, gen_random_uuid(), 'x', 'x', 'unknown', ${at})`,
};
