import type { OldRows } from "#lib/testing/samples";

export const oldRows: OldRows = {
  batches: (at) => `insert into batches (reseller_id, key, created_at) values (1, gen_random_uuid(), ${at})`,
};
