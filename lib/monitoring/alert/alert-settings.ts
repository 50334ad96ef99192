import { and, asc, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { alertRecipients, alerts } from "#db/schema/alert";
import { deliveries } from "#db/schema/delivery";
import { type Ctx, hasPermission, requireAdmin } from "#lib/core/context";
import { listActionItemKinds, type Module } from "#lib/core/module";
import { isMailEnabled } from "#lib/mail/queue-mail";
import { getMonitoringVariables } from "#lib/monitoring/variables";
import { type AlertChannel, maskAlertTarget } from "./recipients.ts";

export interface AlertRecipientView {
  id: number;
  name: string;
  channel: AlertChannel;
  /** Of a webhook only the origin, for admins who may not change it: with the path one could post there. */
  target: string;
  kinds: string[];
  /** The hours in which only urgent alerts are sent: "22:00". */
  quiet: { from: string; until: string } | null;
  sentAt: Date | null;
  /** The reason why the last message failed; null when it was delivered. */
  problem: string | null;
  failingSince: Date | null;
  /** The number of messages that wait for another attempt. */
  waiting: number;
  version: number;
}

export interface AlertSettings {
  receivers: AlertRecipientView[];
  ways: AlertChannel[];
}

/** Returns the alert recipients, in the order in which they were added. Admins only. */
export async function getAlertSettings(ctx: Ctx, modules: readonly Module[]): Promise<AlertSettings> {
  requireAdmin(ctx);
  const r = alertRecipients;
  const kinds = Object.keys(listActionItemKinds(modules));
  const rows = await ctx.db
    .select({
      id: r.id,
      name: r.name,
      channel: r.channel,
      target: r.target,
      without: r.without,
      version: r.version,
      quietFrom: r.quietFrom,
      quietUntil: r.quietUntil,
      sentAt: r.sentAt,
      failingSince: r.failingSince,
      problem: r.problem,
      waiting: sql<number>`(
        select count(*)::int
        from deliveries d
        where d.channel = 'alerts' and d.target = alert_recipients.id::text
          and d.state = 'waiting' and d.attempts > 0)`,
    })
    .from(r)
    .where(isNull(r.removedAt))
    .orderBy(asc(r.id));
  return {
    receivers: rows.map(({ without, quietFrom, quietUntil, ...row }) => ({
      ...row,
      target: hasPermission(ctx, "rules") ? row.target : maskAlertTarget(row.channel, row.target),
      kinds: kinds.filter((kind) => !without.includes(kind)),
      quiet: quietFrom && quietUntil ? { from: quietFrom.slice(0, 5), until: quietUntil.slice(0, 5) } : null,
    })),
    ways: [
      ...(isMailEnabled() ? (["mail"] as const) : []),
      ...(getMonitoringVariables().ALERT_TELEGRAM_TOKEN ? (["telegram"] as const) : []),
      "webhook",
    ],
  };
}

export interface AlertView {
  id: number;
  title: string;
  path: string;
  beganAt: Date;
  resolvedAt: Date | null;
  /** To how many recipients its opening was delivered, and to how many it is still to be. */
  sent: number;
  waiting: number;
}

/** Returns recent and open alerts, the latest first. Admins only. */
export async function listLatestAlerts(ctx: Ctx): Promise<AlertView[]> {
  requireAdmin(ctx);
  const rows = await ctx.db.select().from(alerts).orderBy(desc(alerts.id)).limit(20);
  const { subject, state, type, channel } = deliveries;
  const ids = rows.map(({ id }) => String(id));
  const counts = await ctx.db
    .select({ subject, state, count: sql<number>`count(*)::int` })
    .from(deliveries)
    .where(and(sql`${channel} = 'alerts'`, inArray(subject, ids), eq(type, "alert.began")))
    .groupBy(subject, state);
  const count = (id: number, state: string) =>
    counts.find((row) => row.subject === String(id) && row.state === state)?.count ?? 0;
  return rows.map(({ id, title, path, beganAt, resolvedAt }) => ({
    id,
    title,
    path,
    beganAt,
    resolvedAt,
    sent: count(id, "delivered"),
    waiting: count(id, "waiting"),
  }));
}
