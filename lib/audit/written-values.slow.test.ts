import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { z } from "zod";
import type { Action } from "#lib/core/action";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { handleEvents } from "#lib/event/testing/handle-events";
import { modules } from "#lib/modules";
import { createActionScene } from "#lib/testing/action-scene";
import { openScene } from "#lib/testing/open-scene";
import { listActionSamples } from "#lib/testing/samples";

/**
 * Writes that redirect neither money, goods nor data: a column (`table.column`), with a value where only that
 * is harmless, a new row (`table+`) or a deleted one (`table-`). An action with any other one redirects.
 */
const HARMLESS: Readonly<Record<string, string>> = {
  "records, and what admins note for each other": `audit+ audit_personal+ events+ events.handled_at notifications+ review_assignments+
    review_assignments- review_assignments.admin_id reseller_notes+ saved_views+ saved_views- saved_views.name
    saved_replies+ saved_replies- discrepancies.reason`,
  "attempts of the admin, and the confirmation of their password": `throttles+ throttles- throttles.count
    throttles.at sessions.confirmed_at`,
  "an end of access or an offer": `accounts.closed_at sessions.ended_at tokens.revoked_at
    resellers.state=closed resellers.state=restricted shops.state=closed shops.closed_by=admin
    staff_roles.removed_at announcements.ends_at referrals.ended_at alert_recipients.removed_at
    dispatcher.stopped=true dispatcher.stopped_at dispatcher.stopped_by dispatcher.stop_reason
    availability_switches+ plans.delisted_at plans.doubt= plan_prices+ routes.ignored=true routes.matched_by
    agents.state=ended agents.ended_at agents.ended_by resellers.parent_id=`,
  "sending goes on as it was": "dispatcher.stopped=false",
  "a rejection, which leaves everything as it is": `sign_ups.state=rejected sign_ups.decided_at
    sign_ups.decided_by funding_requests.state=rejected funding_requests.decided_at
    funding_requests.decided_by level_upgrades.state=rejected level_upgrades.decided_at
    level_upgrades.decided_by approval_requests.confirmed=false approval_requests.ended_at
    approval_requests.ended_by`,
  "erasure of personal data": `audit_personal.erased_at audit_personal.facts= credit_sales- customers-
    delivery_issue_messages.erased_at delivery_issue_messages.text= provider_transactions.raw=`,
  "when work is done, and whom it reaches": `lane_failures.due_at lanes+ lanes.looked_at lanes.succeeded_at settings.report
    alert_recipients.failing_since alert_recipients.problem resellers.admin_low_balance_threshold
    payment_refunds.next_attempt_at payments.looked_at payments.checked_at payments.checks
    payments.next_check_at settings.sign_up failure_texts+`,
  "the supplier's own list, as each sync stores it": "plan_changes+ suppliers.synced_at",
  "who is responsible for personal data": "settings.privacy",
};

const at = await openScene();
const admin = await at.admin();
const prepared = await createActionScene(at);
const samples = await listActionSamples(prepared);
const ACTIONS = modules.flatMap(({ actions = {} }) => Object.entries(actions));

await at.system.db.execute(sql`create table written (place text not null)`);
await at.system.db.execute(sql`
  create function note_write() returns trigger language plpgsql as $$
  begin
    if tg_table_name = 'settings' then
      insert into written values ('settings.' || new.name);
      return null;
    end if;
    insert into written
    select tg_table_name || case tg_op when 'INSERT' then '+' else '-' end where tg_op <> 'UPDATE'
    union all
    select tg_table_name || '.' || n.key || '=' || coalesce(n.value, '')
    from jsonb_each_text(to_jsonb(new)) n
    where tg_op = 'UPDATE' and to_jsonb(old) ->> n.key is distinct from n.value;
    return null;
  end $$`);
await at.system.db.execute(sql`
  do $$
  declare name text;
  begin
    for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'written' loop
      execute format(
        'create trigger zz_note_write after insert or update or delete on %I for each row execute function note_write()',
        name);
    end loop;
  end $$`);

const isHarmless = (place: string): boolean => {
  const [column = ""] = place.split("=", 1);
  return (
    /\.(version|updated_at|changed_at|reason)$/.test(column) || allowed.has(column) || allowed.has(place)
  );
};
const allowed = new Set(Object.values(HARMLESS).flatMap((places) => places.split(/\s+/)));

/** Runs the samples of an action, whose preparations aren't its writes. @returns what it wrote */
async function listWrites(name: string, { permission, load }: Action): Promise<string[]> {
  const some = samples.get(name) ?? [];
  expect(some.length, "give a sample in the testing/samples.ts of its module").toBeGreaterThan(0);
  const file = (await load()) as Record<string, unknown>;
  const run = z.instanceof(Function).parse(file[name]);
  const places = new Set<string>();
  for (const sample of some) {
    await prepared.begin();
    const permissions = ["see", ...[sample.permission ?? permission].flat()];
    const input = await sample.given();
    await at.system.db.execute(sql`update sessions set confirmed_at = now() where ended_at is null`);
    await handleEvents(at.system);
    await at.system.db.execute(sql`delete from written`);
    const actor = { ...admin.actor, permissions } as Ctx["actor"];
    await Promise.resolve(run({ ...admin, actor }, input, ...(run.length > 2 ? [modules] : []))).catch(
      (error: unknown) => {
        // No provider responds here; what it wrote before is what it writes.
        if (!(error instanceof PortalError && error.code === "unavailable")) throw error;
      },
    );
    // What follows from it, too.
    await handleEvents(at.system);
    const rows = await at.system.db.execute<{ place: string }>(sql`select distinct place from written`);
    for (const { place } of rows) places.add(place);
  }
  return [...places].sort();
}

test.each(ACTIONS.filter(([, { redirects }]) => redirects === null))(
  "%s writes nothing that redirects money, goods or data, or declares it",
  async (name, action) => {
    expect((await listWrites(name, action)).filter((place) => !isHarmless(place))).toEqual([]);
  },
);

/** It gives data by reading them. */
const READS = ["exportPersonalData"];

test.each(ACTIONS.filter(([name, { redirects }]) => redirects !== null && !READS.includes(name)))(
  "%s would be noticed by what it writes, if it didn't declare that it redirects",
  async (name, action) => {
    expect((await listWrites(name, action)).filter((place) => !isHarmless(place))).not.toEqual([]);
  },
);
