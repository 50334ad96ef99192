import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { listVariableNames } from "#lib/core/variables";
import { modules, VARIABLES } from "#lib/modules";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { insertSupplier } from "#lib/supplier/testing/second-supplier";
import { openScene } from "#lib/testing/open-scene";
import { seedFailingJob } from "#lib/testing/scene";
import { scrubLine, scrubStatement } from "./scrub.ts";
import { createSupportBundle, exportSupportBundle } from "./support-bundle.ts";

/** Typed texts and personal data; the test searches for parts of each, too. */
const PEOPLE = [
  "Ngozi Adeyemi",
  "Adeyemi",
  "ngozi.a@example.com",
  "+2348037654321",
  "08037654321",
  "7654321",
  "203.0.113.77",
  "3012345678",
];
const SECRET = "canary0123456789abcdefABCDEF0123456789";
const SECRETS: Record<string, string> = {
  NEXTAUTH_SECRET: `${SECRET}-nextauth`,
  BACKUP_KEY: `${SECRET}-backup`,
  METRICS_TOKEN: `${SECRET}-metrics`,
  SMTP_URL: `smtps://user:${SECRET}@mail.operator.example`,
  MAIL_FROM: "Ngozi Adeyemi <ngozi.a@example.com>",
  PAYSTACK_SECRET_KEY: `${SECRET}-paystack`,
  PORTAL_NAME: "Adeyemi Data",
  BACKUP_TO: "/home/Adeyemi/backups",
};

const at = await openScene(SECRETS);

/** Writes all of it into every text and JSON column of the database, beside what an object holds. */
async function everywhere(): Promise<number> {
  const words = `${PEOPLE.join(" ")} ${SECRET}`;
  const columns = await at.system.db.execute<{
    table_name: string;
    column_name: string;
    data_type: string;
  }>(sql`
    select c.table_name, c.column_name, c.data_type from information_schema.columns c
    join pg_class t on t.relname = c.table_name and t.relkind = 'r' and t.relnamespace = 'public'::regnamespace
    where c.table_schema = 'public' and c.data_type in ('text', 'jsonb') and c.is_generated = 'NEVER'`);
  let writtenRows = 0;
  await at.system.db.execute(sql`insert into dispatcher (id) values (1) on conflict do nothing`);
  for (const { table_name, column_name, data_type } of columns) {
    const column = sql.identifier(column_name);
    const all = sql`${JSON.stringify({ words })}::text::jsonb`;
    const value =
      data_type === "text"
        ? sql`${words}`
        : sql`case jsonb_typeof(${column}) when 'object' then ${column} || ${all} else ${all} end`;
    await at.system.db
      .transaction(async (tx) => {
        await tx.execute(sql`set local session_replication_role = replica`);
        const rows = await tx.execute(sql`
          update ${sql.identifier(table_name)} set ${column} = ${value} returning 1`);
        writtenRows += rows.length;
      })
      // Columns with constraints hold only words of the portal.
      .catch(() => {});
  }
  return writtenRows;
}

const LINE = JSON.stringify({
  at: "2026-05-03T08:00:00.000Z",
  level: "error",
  event: "webhook.not_sent",
  tries: 3,
  phone: "+2348037654321",
  number: 8037654321,
  name: "Ngozi Adeyemi",
  message: `for ngozi.a@example.com with ${SECRET}`,
  parts: ["08037654321"],
  error: {
    name: "FailedQuery",
    query: "select * from accounts where email = 'ngozi.a@example.com' and id = $1",
    code: "57014",
    stack: `Error: Ngozi Adeyemi ${SECRET}\n    at deliver (/home/Adeyemi/kiosk/lib/webhook/deliver-webhook.ts:24:31)\n    at Adeyemi (7654321)`,
    cause: { name: "TypeError", message: "08037654321", "+2348037654321": true },
  },
});

test("includes diagnostics, and no personal data of any column", async () => {
  const { ctx, id } = await at.reseller();
  await at.admin();
  const { planId, networkId } = at.offered();
  await placePurchase(ctx, {
    ref: "one",
    phone: "08037654321",
    channel: "web",
    again: true,
    planId,
    networkId,
  });
  await at.system.db.execute(
    sql`insert into processes (name, version, roles) values ('host', '1.2.3', 'web')`,
  );
  await at.system.db.execute(sql`
    insert into payments (reference, purpose, reseller_id, ref, provider, amount, currency, fee_bearer, expires_at)
    values ('one', 'wallet', ${id}, 'one', 'paystack', 100, 'NGN', 'operator', now())`);
  const supplierId = await insertSupplier(at.system);
  expect(await everywhere()).toBeGreaterThan(50);
  await seedFailingJob(at.system, PEOPLE.join(" "));
  const bundle = await createSupportBundle(at.system, modules, [
    LINE,
    `May 03 host kiosk[7]: ${LINE}`,
    `${PEOPLE.join(" ")} ${SECRET}`,
  ]);
  const text = JSON.stringify(bundle);
  for (const word of [
    ...PEOPLE,
    SECRET,
    SECRET.slice(0, 12),
    "Adeyemi",
    "operator.example",
    at.url,
    String(process.env.UPSTREAM_API_TOKEN),
  ])
    expect(text).not.toContain(word);
  expect(bundle.log).toMatchObject({
    dropped: 1,
    lines: [
      {
        event: "webhook.not_sent",
        tries: 3,
        error: {
          name: "FailedQuery",
          code: "57014",
          stack: ["lib/webhook/deliver-webhook.ts:24:31"],
          cause: { name: "TypeError" },
        },
      },
      { event: "webhook.not_sent" },
    ],
  });
  expect(bundle.portal.version).toMatch(/^\d+\.\d+\.\d+/);
  expect(bundle.migrations).toMatchObject({ missing: [], unknown: [] });
  expect(bundle.settings.reconcile).toMatchObject({ automatic: true, lateSeconds: expect.any(Number) });
  expect(bundle.database.tables.length).toBeGreaterThan(60);
  expect(bundle.health.suppliers).toMatchObject([
    { id: 1, enabled: true },
    { id: supplierId, per_minute: 30, stopped: false, open_plans: 0 },
  ]);
  expect(bundle.health.failures).toMatchObject([{ lane: "catalogue", failures: 3 }]);
  expect(Object.keys(bundle.configuration).sort()).toEqual([...listVariableNames(VARIABLES)].sort());
  expect(bundle.configuration).toMatchObject({
    NEXTAUTH_SECRET: "set",
    MONNIFY_API_KEY: "not set",
    CURRENCY: "NGN",
    PORT: 3000,
  });
  await expect(createSupportBundle(ctx, modules)).rejects.toMatchObject({ code: "not_found" });
});

test("exports the bundle as a file for an admin, one at a time without blocking others, with an audit record", async () => {
  const admin = await at.admin();
  const { name, content } = await exportSupportBundle(admin, modules);
  expect(name).toMatch(/^support-\d{4}-\d\d-\d\dT\d{4}\.json$/);
  const bundle = JSON.parse(content.toString());
  expect(Object.keys(bundle)).toEqual(Object.keys(await createSupportBundle(admin, modules)));
  for (const word of [...PEOPLE, SECRET]) expect(content.toString()).not.toContain(word);
  const records = sql`select actor from audit where action = 'support.exported'`;
  expect(await at.system.db.execute(records)).toEqual([{ actor: expect.stringMatching(/^admin:\d+$/) }]);

  await at.system.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('support file', 0))`);
    await expect(exportSupportBundle(admin, modules)).rejects.toMatchObject({ code: "rate_limited" });
  });
  await at.system.db.transaction(async (tx) => {
    await tx.execute(sql`lock table purchases in access exclusive mode`);
    await expect(exportSupportBundle(admin, modules, { statementTimeoutMs: 300 })).rejects.toMatchObject({
      code: "unavailable",
    });
  });
  expect(await at.system.db.execute(records)).toHaveLength(1);
});

test("requires the permissions export and system for the file", async () => {
  const admin = await at.admin();
  const actor = admin.actor as Extract<typeof admin.actor, { kind: "admin" }>;
  for (const permissions of [
    ["see", "export"],
    ["see", "system"],
  ] as const)
    await expect(
      exportSupportBundle({ ...admin, actor: { ...actor, permissions: [...permissions] } }, modules),
    ).rejects.toMatchObject({
      code: "forbidden",
    });
  await expect(exportSupportBundle((await at.reseller()).ctx, modules)).rejects.toMatchObject({
    code: "not_found",
  });
});

test("keeps a statement's form without its values", () => {
  expect(
    scrubStatement(
      "select 'it''s' || e'x\\'y', 08037654321, $1 from t -- Ngozi\n where a = $$secret$$ and b = 'open",
    ),
  ).toBe("select '…' || '…', …, $1 from t where a = '…' and b = '…'");
});

test("drops lines of other programs", () => {
  for (const line of ["", "{", "[1]", '{"a":1}', "Ngozi", '"event"']) expect(scrubLine(line)).toBeUndefined();
});
