import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";

/** A message that this process alone may now send. */
export interface Due {
  id: number;
  messageId: string;
  type: string;
  subject: string;
  createdAt: Date;
  body: string | null;
  /** Which try this is, from 1. */
  tries: number;
  resellerId: number;
  url: string;
  sealedSecret: string;
  removed: boolean;
}

type Row = Record<
  "id" | "message_id" | "type" | "subject" | "created_ms" | "reseller_id" | "url" | "sealed_secret",
  string
> & {
  body: string | null;
  tries: number;
  removed: boolean;
};

/**
 * Takes up to eight due messages, two of one endpoint at most, so that a slow receiver holds nobody up. For
 * two minutes nobody else takes them: longer than a try can last.
 */
export async function claimDue(ctx: Ctx): Promise<Due[]> {
  const rows = await ctx.db.execute<Row>(sql`
    update webhook_deliveries d set tries = d.tries + 1, next_at = now() + interval '2 minutes'
    from webhook_endpoints e
    where e.id = d.endpoint_id and d.state = 'waiting' and d.next_at <= now() and d.id in (
      select id from (
        select id, next_at, row_number() over (partition by endpoint_id order by next_at, id) as turn
        from webhook_deliveries where state = 'waiting' and next_at <= now()
      ) due where turn <= 2 order by next_at, id limit 8)
    returning d.id, d.message_id, d.type, d.subject, d.body, d.tries, e.reseller_id, e.url, e.sealed_secret,
      e.removed_at is not null as removed, (extract(epoch from d.created_at) * 1000)::bigint as created_ms`);
  return rows.map((row) => ({
    id: Number(row.id),
    messageId: row.message_id,
    type: row.type,
    subject: row.subject,
    createdAt: new Date(Number(row.created_ms)),
    body: row.body,
    tries: row.tries,
    resellerId: Number(row.reseller_id),
    url: row.url,
    sealedSecret: row.sealed_secret,
    removed: row.removed,
  }));
}
