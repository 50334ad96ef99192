import { eq, type SQL, sql } from "drizzle-orm";
import { alertRecipients, alerts } from "#db/schema/alert";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { type RunningLane, startLane } from "#lib/core/lane/lane";
import { type ActionItemKinds, listActionItemKinds, type Module } from "#lib/core/module";
import type { AttemptResult, Delivery } from "#lib/core/outbox/outbox-channel";
import { createOutboxLane } from "#lib/core/outbox/outbox-lane";
import { recordAlertReach } from "./alert-trouble.ts";
import { type AlertMessage, deliverAlert } from "./deliver-alert.ts";

/** How long an attempt may take in all; by email, how long the mail server may say nothing. */
const TIMEOUT_MS = 10_000;
/** A claim lasts this much longer than an attempt; then what a killed process was sending is sent again. */
const LEASE_SLACK_MS = 5_000;

const PAUSES_S = [10, 30, 60, 300, 900];

/**
 * Runs the lane that sends alerts, one per process. There are fewer recipients than slots, so one
 * that hangs delays no other.
 */
export function startAlertSender(ctx: Ctx, modules: readonly Module[]): RunningLane {
  const kinds = listActionItemKinds(modules);
  const lane = createOutboxLane(ctx, {
    name: "alerts",
    slots: 16,
    leaseMs: 2 * TIMEOUT_MS + LEASE_SLACK_MS,
    pausesS: PAUSES_S,
    targetState: (target) => sql`
      select
        false as slow, false as failing, null::timestamptz as paused_until,
        case when r.removed_at is not null then 'the recipient was removed' end as ended
      from alert_recipients r
      where r.id = ${target}::bigint`,
    may: (d) => sql`${isNotQuiet(d, kinds)} and (${d}.type <> 'alert.over' or not exists (
      select
      from deliveries b
      where b.channel = 'alerts' and b.target = ${d}.target and b.subject = ${d}.subject
        and b.type = 'alert.began' and b.state = 'waiting'))`,
    send: (delivery) => sendAlert(ctx, kinds, delivery),
    recordTarget: async (tx, { target, ended }, { problem }) => {
      if (ended === null) await recordAlertReach(tx, Number(target), problem);
    },
  });
  return startLane(ctx, lane);
}

/** Whether an alert is urgent, or it is not within the quiet hours of its recipient. */
const isNotQuiet = (d: SQL, kinds: ActionItemKinds) => sql`not exists (
  select
  from alerts a
  cross join alert_recipients r
  cross join (select (now() at time zone ${env().TIME_ZONE})::time as clock) here
  where a.id = ${d}.subject::bigint and r.id = ${d}.target::bigint
    and a.kind <> all (${`{${Object.keys(kinds).filter((kind) => kinds[kind]?.urgent)}}`}::text[])
    and case
      when r.quiet_from < r.quiet_until then clock >= r.quiet_from and clock < r.quiet_until
      else clock >= r.quiet_from or clock < r.quiet_until
    end)`;

async function sendAlert(
  ctx: Ctx,
  kinds: ActionItemKinds,
  { messageId, target, subject, type }: Delivery,
): Promise<AttemptResult> {
  const [row] = await ctx.db
    .select()
    .from(alerts)
    .innerJoin(alertRecipients, eq(alertRecipients.id, Number(target)))
    .where(eq(alerts.id, Number(subject)));
  if (!row) return { problem: "the alert was deleted", hopeless: true };
  const message = toAlertMessage(kinds, row.alerts, type === "alert.over");
  return { problem: await deliverAlert(row.alert_recipients, message, { messageId, timeoutMs: TIMEOUT_MS }) };
}

function toAlertMessage(
  kinds: ActionItemKinds,
  alert: typeof alerts.$inferSelect,
  isOver: boolean,
): AlertMessage {
  const { kind, title, note, path, beganAt, resolvedAt } = alert;
  const { label = title, urgent = false } = kinds[kind] ?? {};
  return {
    kind,
    urgent,
    path,
    began: beganAt,
    over: resolvedAt,
    type: isOver ? "alert.over" : "alert.began",
    title: isOver ? label : title,
    note: isOver ? "No action is required any more." : note,
  };
}
