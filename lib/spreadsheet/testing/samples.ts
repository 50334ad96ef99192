import type { OldRows } from "#lib/testing/samples";

export const oldRows: OldRows = {
  read_lists: (at) => `insert into read_lists (reseller_id, key, sheets, reading, created_at)
    values (1, gen_random_uuid(), '[]', '{}', ${at})`,
};
