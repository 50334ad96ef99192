import { globSync, readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { z } from "zod";
import { ROOT } from "#bin/root";
import { staffRoles } from "#db/schema/staff";
import type { Action } from "#lib/core/action";
import { type Ctx, formatActor } from "#lib/core/context";
import { ALL_HELPER_PERMISSIONS } from "#lib/core/helper-permission";
import { ALL_PERMISSIONS, getRolePermissions, type Permission } from "#lib/core/permission";
import { addHelper } from "#lib/helper/testing/add-helper";
import { modules } from "#lib/modules";
import { type ActionSample, createActionScene, REASON } from "#lib/testing/action-scene";
import { fingerprintDatabase } from "#lib/testing/fingerprint-database";
import { openScene } from "#lib/testing/open-scene";
import { listActionSamples } from "#lib/testing/samples";

/** A service function; few use the list of modules. */
type ServiceFunction = (ctx: Ctx, input: object, all: typeof modules) => Promise<unknown>;

const at = await openScene();
const admin = await at.admin();
const prepared = await createActionScene(at);
const samples = await listActionSamples(prepared);
const helper = await addHelper(prepared.reseller.ctx, { permissions: ALL_HELPER_PERMISSIONS });
const roles = await at.system.db.select().from(staffRoles);
const builtIn: [string, readonly Permission[]][] = roles.map(({ builtIn: name, permissions }) => [
  name ?? "",
  getRolePermissions({ owner: name === "owner", permissions }),
]);
await at.system.db.execute(sql`
    create function no_record() returns trigger language plpgsql as $$ begin raise exception 'no record today'; end $$`);
await at.system.db.execute(
  sql`create trigger no_record before insert on audit for each row execute function no_record()`,
);
await at.system.db.execute(sql`alter table audit disable trigger no_record`);

const ACTIONS = modules.flatMap(({ actions = {} }) => Object.entries(actions));
const LABELS = Object.assign({}, ...modules.map(({ audit }) => audit));

/** Returns the admin's context with just these permissions. */
const as = (permissions: readonly Permission[]): Ctx => ({
  ...admin,
  actor: { ...admin.actor, permissions } as Ctx["actor"],
});

const rejectedFor = (permission: Permission) => ({ code: "forbidden", facts: { permission } });

async function load(name: string, action: Action): Promise<ServiceFunction> {
  const file = (await action.load()) as Record<string, unknown>;
  return z.instanceof(Function).parse(file[name]) as ServiceFunction;
}

async function loadSchema(name: string, { input, load }: Action): Promise<z.ZodType | undefined> {
  if (input === null) return undefined;
  const file = (await load()) as Record<string, unknown>;
  return z.instanceof(z.ZodType).parse(file[input ?? `${name[0]?.toUpperCase()}${name.slice(1)}Input`]);
}

/** It saves any settings, each of which declares its action. */
const SAVES_SETTINGS = "saveSettings";

/** Runs `work` while no audit record can be written. */
async function withoutRecords(work: () => Promise<unknown>): Promise<unknown> {
  await at.system.db.execute(sql`alter table audit enable trigger no_record`);
  try {
    return await work().then(
      () => undefined,
      (error: unknown) => error,
    );
  } finally {
    await at.system.db.execute(sql`alter table audit disable trigger no_record`);
  }
}

test.each(ACTIONS.filter(([, { reason }]) => reason !== false))(
  "%s asks for its permission and a reason, and its record of before and after is part of the change",
  async (name, action) => {
    const some = samples.get(name) ?? [];
    expect(some.length, "give a sample in the testing/samples.ts of its module").toBeGreaterThan(0);
    const run = await load(name, action);
    const schema = await loadSchema(name, action);
    for (const sample of some) await tryAction(action, sample, run, schema);
  },
);

async function tryAction(
  { permission, resellers, audit, reason }: Action,
  sample: ActionSample,
  run: ServiceFunction,
  schema: z.ZodType | undefined,
): Promise<void> {
  const needs = [sample.permission ?? permission].flat();
  await prepared.begin();
  const input = await sample.given();
  if (schema) {
    expect(schema.safeParse(input).error).toBeUndefined();
    const { error } = schema.safeParse({ ...input, reason: " " });
    const missing = error?.issues.map(({ path }) => path.join(".")) ?? [];
    expect(missing).toEqual(reason === "optional" ? [] : ["reason"]);
  }

  const before = await fingerprintDatabase(at.system, ["public.audit"]);
  if (!resellers)
    await expect(run(prepared.reseller.ctx, input, modules), "a reseller").rejects.toMatchObject({
      code: "not_found",
    });
  await expect(run(helper.ctx, input, modules), "a helper").rejects.toMatchObject({ code: "not_found" });
  for (const permission of needs) {
    const remaining = ALL_PERMISSIONS.filter((candidate) => candidate !== permission);
    await expect(run(as(remaining), input, modules), permission).rejects.toMatchObject(
      rejectedFor(permission),
    );
  }
  for (const [role, permissions] of builtIn)
    if (!needs.every((permission) => permissions.includes(permission)))
      await expect(run(as(permissions), input, modules), role).rejects.toMatchObject({ code: "forbidden" });
  const allowed = as(["see", ...needs]);
  expect(await withoutRecords(() => run(allowed, input, modules))).toBeInstanceOf(Error);
  expect(await fingerprintDatabase(at.system, ["public.audit"])).toBe(before);

  const [mark] = await at.system.db.execute<{ id: string }>(sql`select max(id) as id from audit`);
  await run(allowed, input, modules);
  expect(await fingerprintDatabase(at.system, ["public.audit"])).not.toBe(before);
  const records = await at.system.db.execute<{
    action: string;
    reason: string | null;
    before: unknown;
    after: unknown;
  }>(sql`
    select action, reason, before, after from audit where id > ${mark?.id ?? 0} and actor = ${formatActor(admin.actor)}`);
  const full = records.filter(
    (record) =>
      [audit].flat().includes(record.action) &&
      record.reason === REASON &&
      record.after !== null &&
      (sample.makes || record.before !== null),
  );
  expect(full.length, JSON.stringify(records)).toBeGreaterThan(0);
}

test.each(ACTIONS.filter(([, { reason }]) => reason === false))(
  "%s requires its permission",
  async (name, action) => {
    const run = await load(name, action);
    for (const { ctx } of [prepared.reseller, helper])
      await expect(run(ctx, {}, modules)).rejects.toMatchObject({ code: "not_found" });
    for (const permission of [action.permission].flat()) {
      const remaining = ALL_PERMISSIONS.filter((candidate) => candidate !== permission);
      await expect(run(as(remaining), {}, modules)).rejects.toMatchObject(rejectedFor(permission));
    }
  },
);

test("labels every audit code that an action declares, and every code recorded here", async () => {
  const recorded = await at.system.db.execute<{ action: string }>(sql`select distinct action from audit`);
  const declared = ACTIONS.flatMap(([, { audit }]) => audit ?? []);
  for (const code of [...declared, ...recorded.map(({ action }) => action)])
    expect(Object.keys(LABELS)).toContain(code);
});

test("gives the built-in roles their permissions", () => {
  expect(Object.fromEntries(builtIn)).toEqual({
    owner: ALL_PERMISSIONS,
    finance: ["see", "money", "export"],
    support: ["see", "answer"],
    catalogue: ["see", "prices"],
  });
});

test("declares every service function that an admin page calls, and has no other samples", () => {
  const declared = new Set([SAVES_SETTINGS, ...ACTIONS.map(([name]) => name)]);
  const called = globSync("app/admin/**/*actions.ts", { cwd: ROOT }).flatMap((file) =>
    [
      ...readFileSync(ROOT + file, "utf8").matchAll(
        /import \{([^}]*)\} from "#lib\/(?!core|request|modules)[\w/-]+"/g,
      ),
    ].flatMap(([, names = ""]) =>
      names
        .split(",")
        .map((name) => name.trim().replace(/ as .*/, ""))
        .filter((name) => /^[a-z]\w*$/.test(name)),
    ),
  );
  expect(called.length).toBeGreaterThan(30);
  expect(called.filter((name) => !declared.has(name))).toEqual([]);
  expect([...samples.keys()].filter((name) => !declared.has(name))).toEqual([]);
});
