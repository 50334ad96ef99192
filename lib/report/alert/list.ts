import { and, asc, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { alertPosts, alertReceivers, alerts } from "#db/schema/alert";
import { type Ctx, may, requireAdmin } from "#lib/core/context";
import { env } from "#lib/core/env";
import { sendsMail } from "#lib/mail/write-mail";
import { ALERT_KINDS, type AlertKind } from "./kinds.ts";
import { type AlertWay, maskedTarget } from "./receivers.ts";

export interface ReceiverView {
  id: number;
  name: string;
  way: AlertWay;
  /** Of a webhook only where it is, for those who may not change it: whoever knows the path of some may write there. */
  target: string;
  kinds: AlertKind[];
  /** From when until when it is told only what is urgent: "22:00". */
  quiet: { from: string; until: string } | null;
  sentAt: Date | null;
  /** Why the last message did not arrive; null when it did. */
  problem: string | null;
  failingSince: Date | null;
  /** How many messages wait to be tried again. */
  waiting: number;
  version: number;
}

export interface AlertSettings {
  receivers: ReceiverView[];
  /** The ways by which the portal can reach somebody. */
  ways: AlertWay[];
}

/** Who is told of what needs a hand, in the order in which they were added. Admins only. */
export async function alertSettings(ctx: Ctx): Promise<AlertSettings> {
  requireAdmin(ctx);
  const r = alertReceivers;
  const rows = await ctx.db
    .select({
      ...{ id: r.id, name: r.name, way: r.way, target: r.target, without: r.without, version: r.version },
      ...{ quietFrom: r.quietFrom, quietUntil: r.quietUntil, sentAt: r.sentAt, failingSince: r.failingSince },
      // A mail is in the outbox when it counts as sent here: what became of it stands there.
      problem: sql<string | null>`coalesce(${r.problem}, case when ${r.way} = 'mail' then (
        select problem from mails m where m.recipient = ${r.target} and m.kind = 'alert' order by m.id desc limit 1) end)`,
      waiting: sql<number>`(select count(*)::int from alert_posts p
        where p.receiver_id = alert_receivers.id and p.state = 'waiting' and p.tries > 0)`,
    })
    .from(r)
    .where(isNull(r.removedAt))
    .orderBy(asc(r.id));
  return {
    receivers: rows.map(({ without, quietFrom, quietUntil, ...row }) => ({
      ...row,
      target: may(ctx, "rules") ? row.target : maskedTarget(row.way, row.target),
      kinds: ALERT_KINDS.filter((kind) => !without.includes(kind)),
      quiet: quietFrom && quietUntil ? { from: quietFrom.slice(0, 5), until: quietUntil.slice(0, 5) } : null,
    })),
    ways: [
      ...(sendsMail() ? (["mail"] as const) : []),
      ...(env().ALERT_TELEGRAM_TOKEN ? (["telegram"] as const) : []),
      "webhook",
    ],
  };
}

export interface AlertView {
  id: number;
  title: string;
  path: string;
  beganAt: Date;
  overAt: Date | null;
  /** To how many receivers it was told that it began, and how many are yet to be told. */
  told: number;
  waiting: number;
}

/** What needed a hand lately and now, the latest first. Admins only. */
export async function latestAlerts(ctx: Ctx): Promise<AlertView[]> {
  requireAdmin(ctx);
  const rows = await ctx.db.select().from(alerts).orderBy(desc(alerts.id)).limit(20);
  const ids = rows.map(({ id }) => id);
  const counts = await ctx.db
    .select({ id: alertPosts.alertId, state: alertPosts.state, count: sql<number>`count(*)::int` })
    .from(alertPosts)
    .where(and(inArray(alertPosts.alertId, ids), eq(alertPosts.over, false)))
    .groupBy(alertPosts.alertId, alertPosts.state);
  const count = (id: number, state: string) =>
    counts.find((one) => one.id === id && one.state === state)?.count ?? 0;
  return rows.map(({ id, title, path, beganAt, overAt }) => ({
    ...{ id, title, path, beganAt, overAt },
    ...{ told: count(id, "sent"), waiting: count(id, "waiting") },
  }));
}
