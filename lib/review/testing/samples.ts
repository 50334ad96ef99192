import type { OldRows } from "#lib/testing/samples";

export const oldRows: OldRows = {
  review_assignments: (at) =>
    `insert into review_assignments (kind, item, admin_id, assigned_at) values ('issue', gen_random_uuid(), 1, ${at})`,
};
