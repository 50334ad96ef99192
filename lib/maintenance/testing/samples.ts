import type { OldRows } from "#lib/testing/samples";

export const oldRows: OldRows = {
  maintenance_runs: (at) =>
    `insert into maintenance_runs (kind, began_at, ended_at, ok, summary) values ('check', ${at}, ${at}, true, 'x')`,
  build_files: (at) =>
    `insert into build_files (path, body, seen_at) values (gen_random_uuid()::text, '', ${at})`,
};
