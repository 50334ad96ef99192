import { z } from "zod";
import type { Ctx } from "#lib/core/context";
import type { Module } from "#lib/core/module";
import type { Minor } from "#lib/core/money/money";
import { int, minor, readRow } from "#lib/core/read-rows";
import { type ActionItem, listActionItems } from "./action-items.ts";

export interface Alarms {
  items: ActionItem[];
  /** Queued purchases and their money on hold, in minor units. */
  queued: { count: number; amount: Minor };
}

/**
 * Returns the reasons why purchases aren't sent or sold, and how much waits; nothing is counted
 * without a reason. Admins only.
 */
export async function getAlarms(ctx: Ctx, modules: readonly Module[]): Promise<Alarms> {
  const items = await listActionItems(ctx, modules, { alarmsOnly: true });
  if (items.length === 0) return { items, queued: { count: 0, amount: 0n } };
  const queued = await readRow(ctx.db, z.object({ count: int, amount: minor }))`
      select count(*)::integer as count, coalesce(sum(price), 0) as amount
      from purchases
      where state = 'queued'`;
  return { items, queued };
}

/** Returns a short text that changes whenever the alarms look different. */
export const getAlarmTag = ({ items, queued }: Alarms): string =>
  [...items.map(({ kind, title }) => `${kind}: ${title}`), queued.count].join("; ");
