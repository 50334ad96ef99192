import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { z } from "zod";
import type { Action } from "#lib/core/action";
import type { Ctx } from "#lib/core/context";
import { GUARDED_PERMISSIONS } from "#lib/core/permission";
import { modules } from "#lib/modules";
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

/** Runs an action as an admin who has its permission alone, on each of its samples. */
async function runAlone(name: string, { permission, load }: Action, prepare: () => Promise<unknown>) {
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
    await at.system.db.execute(sql`update reconcile_settings set single_admin_limit = 100000000`);
    const input = await sample.given();
    await at.system.db.execute(sql`update reconcile_settings set single_admin_limit = 0`);
    await prepare();
    results.push(await Promise.resolve(run(thief, input, modules)).catch((error: unknown) => error));
  }
  expect(results.length, "give a sample in the testing/samples.ts of its module").toBeGreaterThan(0);
  return results;
}

test.each(ACTIONS.filter(([, { password }]) => password))(
  "%s is rejected in a session without the password",
  async (name, action) => {
    for (const result of await runAlone(name, action, () => setConfirmed(false)))
      expect(result).toMatchObject({ code: "invalid", fields: { confirmPassword: expect.anything() } });
  },
);

/** Whether one, or one of several, awaits approval. */
const awaitsApproval = (done: unknown): boolean =>
  isPendingApproval(done) || z.object({ proposed: z.number().positive() }).safeParse(done).success;

test.each(ACTIONS.filter(([, { approval }]) => approval))(
  "%s awaits the second owner when a thief has its permission and the password",
  async (name, action) => {
    const results = await runAlone(name, action, () => setConfirmed(true));
    expect(results.some(awaitsApproval), JSON.stringify(results.map(String))).toBe(true);
  },
);

test("classifies every action, and lists those that redirect without approval by a permission that an owner gives alone", () => {
  for (const [name, { redirects }] of ACTIONS)
    expect([null, "money", "goods", "data"], name).toContain(redirects);
  const isGuarded = ({ permission, approval }: Action) =>
    approval || [permission].flat().some((each) => (GUARDED_PERMISSIONS as readonly string[]).includes(each));
  expect(
    REDIRECTING.filter(([, action]) => !isGuarded(action))
      .map(([name]) => name)
      .sort(),
  ).toEqual(UNGUARDED);
});

/** Prices and settings: their effect is public at once, and purchases below cost are never sent. */
const UNGUARDED = [
  "addAlertRecipient",
  "addPlan",
  "confirmPlan",
  "confirmRouteCost",
  "editAlertRecipient",
  "matchRoute",
  "publishAnnouncement",
  "removePriceRule",
  "savePriceRule",
  "savePrices",
  "setFeeRule",
  "setOperatorContact",
  "setPaymentSettings",
  "setPlanSettings",
  "setPriceBasis",
  "setPriceRisePolicy",
  "setUpgradeOffer",
  "undoPrices",
  "unlockExports",
];
