import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { z } from "zod";
import { approvalSettings } from "#lib/audit/approval-settings";
import { type Action, needsPassword } from "#lib/core/action";
import type { Ctx } from "#lib/core/context";
import { ALL_PERMISSIONS, GUARDED_PERMISSIONS, type Permission } from "#lib/core/permission";
import { modules } from "#lib/modules";
import { notifyOwners } from "#lib/notification/notify-owners";
import { createActionScene } from "#lib/testing/action-scene";
import { openScene } from "#lib/testing/open-scene";
import { listActionSamples } from "#lib/testing/samples";
import { storeSettings } from "#lib/testing/store-settings";
import { isPendingApproval } from "./approval-request.ts";

const at = await openScene();
const admin = await at.admin();
const prepared = await createActionScene(at);
const samples = await listActionSamples(prepared);
const ACTIONS = modules.flatMap(({ actions = {} }) => Object.entries(actions));
const REDIRECTING = ACTIONS.filter(([, { redirects }]) => redirects !== null);

const sessionId = admin.actor.kind === "admin" ? admin.actor.sessionId : 0;
const setConfirmed = (confirmed: boolean) =>
  at.system.db.execute(
    sql`update sessions set confirmed_at = case when ${confirmed} then now() end where id = ${sessionId}`,
  );
const setLimit = (limit: bigint) =>
  storeSettings(at.system.db, approvalSettings, { singleAdminLimit: limit });

interface Attempt {
  confirmed: boolean;
  limit: bigint;
  /** Instead of those of the action alone. */
  permissions?: readonly Permission[];
  before?: () => Promise<void>;
  after?: (result: unknown) => Promise<void>;
}

/** Runs an action as an admin who has its permission alone, on each of its samples. */
async function runAlone(
  name: string,
  { permission, load }: Action,
  { confirmed, limit, permissions: all, before, after }: Attempt,
) {
  const file = (await load()) as Record<string, unknown>;
  const run = z.instanceof(Function).parse(file[name]);
  const results: unknown[] = [];
  for (const sample of samples.get(name) ?? []) {
    await prepared.begin();
    const permissions = all ?? ["see", ...[sample.permission ?? permission].flat()];
    const thief = { ...admin, actor: { ...admin.actor, permissions } as Ctx["actor"] };
    const input = await sample.given();
    await setLimit(limit);
    await setConfirmed(confirmed);
    await before?.();
    const result = await Promise.resolve(run(thief, input, modules)).catch((error: unknown) => error);
    await after?.(result);
    results.push(result);
  }
  expect(results.length, "give a sample in the testing/samples.ts of its module").toBeGreaterThan(0);
  return results;
}

test("classifies every action, and says only of one that redirects why it is harmless", () => {
  for (const [name, { redirects, harmless }] of ACTIONS)
    expect(
      harmless === undefined ? [null, "money", "goods", "data"] : ["money", "goods", "data"],
      name,
    ).toContain(redirects);
});

test.each(ACTIONS.filter(([, action]) => needsPassword(action)))(
  "%s is rejected in a session without the password",
  async (name, action) => {
    for (const result of await runAlone(name, action, { confirmed: false, limit: 0n }))
      expect(result).toMatchObject({ code: "invalid", fields: { confirmPassword: expect.anything() } });
  },
);

/** Whether one, or one of several, awaits approval. */
const awaitsApproval = (done: unknown): boolean =>
  isPendingApproval(done) || z.object({ proposed: z.number().positive() }).safeParse(done).success;

test.each(ACTIONS.filter(([, { approval }]) => approval))(
  "%s awaits the second owner when a thief has its permission and the password",
  async (name, action) => {
    const results = await runAlone(name, action, { confirmed: true, limit: 0n });
    expect(results.some(awaitsApproval), JSON.stringify(results.map(String))).toBe(true);
  },
);

test("a role that redirects something is given by two owners", () => {
  const permissions = REDIRECTING.filter(([, { harmless }]) => !harmless).flatMap(
    ([, { permission }]) => permission,
  );
  expect([...new Set(permissions)].sort()).toEqual([...GUARDED_PERMISSIONS].sort());
});

const idOf = ({ actor }: Ctx) => ("id" in actor ? actor.id : 0);

/** Counts the notifications of an account about what the tested admin did. */
const countNotifications = async (account: number) => {
  const [row] = await at.system.db.execute<{ count: number }>(sql`
    select count(*)::integer as count from notifications n join audit a on a.id = n.key::bigint
    where n.event = 'admin_action' and n.account_id = ${account} and a.actor = ${`admin:${idOf(admin)}`}`);
  return row?.count ?? 0;
};

test.each(REDIRECTING)("%s notifies the other owners", async (name, action) => {
  await notifyOwners(at.system, modules);
  const before = await countNotifications(idOf(prepared.second));
  const results = await runAlone(name, action, { confirmed: true, limit: 100_000_000n });
  for (const result of results) expect(result).not.toBeInstanceOf(Error);
  await notifyOwners(at.system, modules);
  expect(await countNotifications(idOf(prepared.second))).toBeGreaterThan(before);
  expect(await countNotifications(idOf(admin))).toBe(0);
});

/** Settings whose every change is approved. */
const APPROVED_SETTINGS = modules
  .flatMap(({ settings = [] }) => settings)
  .filter(({ approval }) => approval)
  .map(({ name }) => name);

/** The protections and doors to money that an action could leave changed, while one admin may move nothing alone. */
async function readDoors() {
  const [doors] = await at.system.db.execute<Record<string, unknown>>(sql`
    with guarded as (select reseller_id as id from wallets where wallet > 0)
    select
      (select coalesce(sum(wallet + held), 0) from wallets)::text as wallets,
      (select count(*) from tokens t join guarded g on g.id = t.reseller_id
        where t.created_by like 'admin:%' and not t.awaits_reseller and t.revoked_at is null)::integer as tokens,
      (select count(*) from password_links l join guarded g on g.id = l.account_id
        where l.created_by like 'admin:%' and l.used_at is null and l.ended_at is null)::integer as links,
      (select count(*) from second_factors where secret is not null)::integer as factors,
      (select coalesce(jsonb_agg(id order by id), '[]') from suppliers where enabled) as suppliers,
      (select jsonb_build_object('routing', routing) from dispatcher) as routing,
      (select coalesce(jsonb_agg(to_jsonb(p) order by plan_id), '[]') from plan_routings p) as plan_routings,
      (select jsonb_object_agg(name, value - 'automatic') from settings where name = any(${`{${APPROVED_SETTINGS}}`}::text[]))
        as settings,
      (select count(*) from resellers where collects)::integer as collects,
      (select coalesce(jsonb_agg(to_jsonb(o) order by level), '[]') from upgrade_offers o where open) as offers,
      (select jsonb_agg(level order by id) from suppliers where enabled) as levels,
      (select coalesce(jsonb_agg(s.id order by s.id), '[]') from staff s join staff_roles r on r.id = s.role_id
        where r.built_in = 'owner' or r.permissions && '{money,staff,resellers,suppliers}'::text[]) as trusted`);
  return doors;
}

/** Approving what another admin requested takes two; turning a supplier off leaves the approved ones. */
const NEEDS_NO_THIEF = ["approveRequest", "turnSupplierOff"];

test.each(REDIRECTING.filter(([name]) => !NEEDS_NO_THIEF.includes(name)))(
  "%s alone opens no door above the limit of an admin, and notifies the owners",
  async (name, action) => {
    const opened: unknown[] = [];
    await runAlone(name, action, {
      confirmed: true,
      limit: 0n,
      permissions: ALL_PERMISSIONS,
      before: async () => {
        await notifyOwners(at.system, modules);
        opened.push(await readDoors());
      },
      after: async (result) => {
        const [before] = opened.splice(0);
        expect(await readDoors(), String(result)).toEqual(before);
      },
    });
    await notifyOwners(at.system, modules);
    expect(await countNotifications(idOf(prepared.second))).toBeGreaterThan(0);
  },
);
