import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { z } from "zod";
import type { Action } from "#lib/core/action";
import type { Ctx } from "#lib/core/context";
import { modules } from "#lib/modules";
import { notifyOwners } from "#lib/notification/notify-owners";
import { type ActionSample, createActionScene } from "#lib/testing/action-scene";
import { openScene } from "#lib/testing/open-scene";
import { loadSamples } from "#lib/testing/samples";
import { isPendingApproval } from "./approval-request.ts";

const at = await openScene();
const admin = await at.admin();
const prepared = await createActionScene(at);
const samples = new Map<string, readonly ActionSample[]>();
for (const { actionSamples } of await loadSamples())
  for (const [name, some] of Object.entries(actionSamples?.(prepared) ?? {})) samples.set(name, some);
const ACTIONS = modules.flatMap(({ actions = {} }) => Object.entries(actions));
const REDIRECTING = ACTIONS.filter(([, { redirects }]) => redirects !== null);

const sessionId = admin.actor.kind === "admin" ? admin.actor.sessionId : 0;
const setConfirmed = (confirmed: boolean) =>
  at.system.db.execute(
    sql`update sessions set confirmed_at = case when ${confirmed} then now() end where id = ${sessionId}`,
  );
const setLimit = (limit: bigint) =>
  at.system.db.execute(sql`update reconcile_settings set single_admin_limit = ${limit}`);

/** Runs an action as an admin who has its permission alone, on each of its samples. */
async function runAlone(
  name: string,
  { permission, load }: Action,
  { confirmed, limit }: { confirmed: boolean; limit: bigint },
) {
  const file = (await load()) as Record<string, unknown>;
  const run = z.instanceof(Function).parse(file[name]);
  const results: unknown[] = [];
  for (const sample of samples.get(name) ?? []) {
    prepared.reseller = await at.reseller("api", 50_000_000n);
    await at.system.db.execute(sql`update approval_requests set ended_at = now() where ended_at is null`);
    await at.system.db.execute(
      sql`update dispatcher set stopped = false, stopped_at = null, probe_at = null, routing = 'cost'`,
    );
    const permissions = ["see", ...[sample.permission ?? permission].flat()];
    const thief = { ...admin, actor: { ...admin.actor, permissions } as Ctx["actor"] };
    await setLimit(100_000_000n);
    const input = await sample.given();
    await setLimit(limit);
    await setConfirmed(confirmed);
    results.push(await Promise.resolve(run(thief, input, modules)).catch((error: unknown) => error));
  }
  expect(results.length, "give a sample in the testing/samples.ts of its module").toBeGreaterThan(0);
  return results;
}

test("classifies every action, and asks for the password for each that redirects, unless it says why not", () => {
  for (const [name, { redirects }] of ACTIONS)
    expect([null, "money", "goods", "data"], name).toContain(redirects);
  const isDecided = ({ password, harmless }: Action) => (password === true) !== (harmless !== undefined);
  expect(REDIRECTING.filter(([, action]) => !isDecided(action)).map(([name]) => name)).toEqual([]);
});

test.each(ACTIONS.filter(([, { password }]) => password))(
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

const idOf = ({ actor }: Ctx) => ("id" in actor ? actor.id : 0);

/** Counts the notifications of an account about what the tested admin did. */
const countNotices = async (account: number) => {
  const [row] = await at.system.db.execute<{ count: number }>(sql`
    select count(*)::integer as count from notifications n join audit a on a.id = n.key::bigint
    where n.event = 'admin_action' and n.account_id = ${account} and a.actor = ${`admin:${idOf(admin)}`}`);
  return row?.count ?? 0;
};

test.each(REDIRECTING)("%s notifies the other owners", async (name, action) => {
  await notifyOwners(at.system, modules);
  const before = await countNotices(idOf(prepared.second));
  const results = await runAlone(name, action, { confirmed: true, limit: 100_000_000n });
  for (const result of results) expect(result).not.toBeInstanceOf(Error);
  await notifyOwners(at.system, modules);
  expect(await countNotices(idOf(prepared.second))).toBeGreaterThan(before);
  expect(await countNotices(idOf(admin))).toBe(0);
});
