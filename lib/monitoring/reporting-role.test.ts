import { sql } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, expect, test } from "vitest";
import { openScene } from "#lib/testing/open-scene";
import { createReportingRole, removeReportingRole } from "./reporting-role.ts";

/** Unique, since roles belong to the whole server. */
const name = `reports_${process.pid}`;
const at = await openScene();
afterAll(async () => {
  await at.system.db.execute(sql`drop owned by ${sql.identifier(name)}`).catch(() => {});
  await at.system.db.execute(sql`drop role if exists ${sql.identifier(name)}`);
});

test("lets the role read every reporting view, and read or write nothing else", async () => {
  await at.reseller("affiliate", 700_000n);
  const { url } = await createReportingRole(at.system, { name });
  const reader = postgres(url, { max: 1 });
  try {
    const views = await at.system.db.execute<{ name: string; described: boolean; columns: string }>(sql`
      select relname as name, obj_description(c.oid) is not null as described, (select string_agg(attname, ' ')
        from pg_attribute where attrelid = c.oid and attnum > 0) as columns
      from pg_class c where relnamespace = 'reporting'::regnamespace and relkind = 'v'`);
    expect(views.length).toBeGreaterThanOrEqual(8);
    for (const view of views) {
      await reader.unsafe(`select * from reporting.${view.name}`);
      expect(view.described, view.name).toBe(true);
      expect(view.columns).not.toMatch(/phone|email|customer|password|hash|raw|secret/);
    }
    expect(await reader`select wallet from wallets`).toEqual([{ wallet: "700000" }]);
    const tables = await at.system.db.execute<{ name: string }>(sql`
      select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
      where table_schema not in ('pg_catalog', 'information_schema', 'reporting') and table_type = 'BASE TABLE'`);
    expect(tables.length).toBeGreaterThan(40);
    for (const { name: table } of tables)
      await expect(reader.unsafe(`select from ${table} limit 1`), table).rejects.toThrow("permission denied");
    await reader`set default_transaction_read_only = off`;
    await expect(reader`delete from reporting.wallets`).rejects.toThrow("permission denied");
    await expect(reader`create table reporting.mine ()`).rejects.toThrow("permission denied");
  } finally {
    await reader.end();
  }
});

test("changes the password when created again, and ends open connections when removed", async () => {
  const first = await createReportingRole(at.system, { name });
  const second = await createReportingRole(at.system, { name });
  const stale = postgres(first.url, { max: 1 });
  await expect(stale`select 1`).rejects.toThrow("password authentication failed");
  await stale.end();
  const reader = postgres(second.url, { max: 1 });
  await reader`select * from wallets`;
  await removeReportingRole(at.system, { name });
  await expect(reader`select * from reporting.wallets`).rejects.toThrow("permission denied");
  await reader.end();
  await expect(removeReportingRole(at.system, { name })).rejects.toMatchObject({ code: "not_found" });
});

test("rejects a role with other rights, and creates one for the operator only", async () => {
  const [me] = await at.system.db.execute<{ name: string }>(sql`select current_user as name`);
  const result = createReportingRole(at.system, { name: me?.name ?? "" });
  await expect(result).rejects.toMatchObject({ code: "conflict" });
  await expect(createReportingRole(at.system, { name: 'x"; drop table wallets' })).rejects.toThrow();
  await expect(createReportingRole(await at.admin(), { name })).rejects.toMatchObject({ code: "not_found" });
});
