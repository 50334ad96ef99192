import { type SQL, sql } from "drizzle-orm";
import { env } from "#lib/core/env";
import { notFoundError } from "#lib/core/error";
import { Day } from "#lib/core/time/day";
import { dayOf } from "#lib/core/time/time";
import { failureKnownAt } from "./settlement-times.ts";

/** Resolves the day of a report: yesterday unless given. @throws not_found */
export function resolveReportDay(day: string | undefined): string {
  if (day === undefined || day === "")
    return Temporal.PlainDate.from(dayOf(new Date())).subtract({ days: 1 }).toString();
  if (!Day.safeParse(day).success) throw notFoundError("day");
  return day;
}

/** The condition that a purchase `p` was placed on a day. */
export const isOfDay = (p: SQL, day: string): SQL => sql`
  ${p}.placed_at >= ${day}::date::timestamp at time zone ${env().TIME_ZONE}
  and ${p}.placed_at < (${day}::date + 1)::timestamp at time zone ${env().TIME_ZONE}`;

export const outcomeOf = (p: SQL): SQL => sql`
  case ${p}.state
    when 'queued' then 'processing'
    when 'sending' then 'processing'
    when 'unconfirmed' then 'unconfirmed'
    else ${p}.ending
  end`;

/** Texts of a network may have numbers and ids: these are left out, so that equal causes are one. */
export const causeOf = (p: SQL): SQL => sql`
  case ${p}.ending
    when 'failed' then coalesce(
      nullif(left(regexp_replace(${p}.outcome, '\\+?\\d[\\d -]{2,}\\d', '…', 'g'), 120), ''),
      'No reason given'
    )
    when 'cancelled' then case ${p}.settled_by
      when 'deadline' then 'Not sent before its deadline'
      else 'Cancelled by the buyer'
    end
  end`;

/** From the failure to the refund, or the credit in its place, in seconds; null for other outcomes. */
export const refundSecondsOf = (p: SQL): SQL => sql`
  case when ${p}.ending in ('failed', 'cancelled') then
    greatest(0, extract(epoch from
      coalesce(
        (select j.at from journals j where j.purchase_id = ${p}.id and j.kind = 'advance'),
        ${p}.settled_at
      ) - ${failureKnownAt(p)}
    ))::float8
  end`;
