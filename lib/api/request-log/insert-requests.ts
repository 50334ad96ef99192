import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";

/** A request as it is kept until it is written. */
export interface LoggedRequest {
  /** The hash of its token, which finds the reseller. */
  tokenHash: string;
  requestId: string;
  /** When it began, in milliseconds of the process's clock. */
  beganAt: number;
  durationMs: number;
  method: string;
  path: string;
  status: number;
  ref: string | undefined;
  error: string | undefined;
  address: string | undefined;
  /** Whether nothing was bought, because its ref is that of an older purchase. */
  lateReplay?: boolean;
}

/** Writes requests in one statement, without those of an unknown token. A batch can be written again. */
export async function insertRequests(db: Ctx["db"], batch: readonly LoggedRequest[]): Promise<void> {
  const now = performance.now();
  const rows = batch.map(({ beganAt, ...request }) => ({ ...request, ageS: (now - beganAt) / 1_000 }));
  await db.execute(sql`
    insert into api_requests (
      at, request_id, reseller_id, token_id, test, method, path, status, duration_ms, ref, error, address,
      late_replay
    )
    select
      clock_timestamp() - make_interval(secs => e."ageS"), e."requestId", k.reseller_id, k.id, k.test,
      e.method, e.path, e.status, e."durationMs", e.ref,
      nullif(concat_ws(' ', e.error, case when e.status = 401 then case
        when k.revoked_at is not null then 'The token is revoked.'
        when k.expires_at <= now() then 'The token has expired.'
        else 'The account is closed.'
      end end), ''),
      e.address, coalesce(e."lateReplay", false)
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as e(
      "ageS" float8, "tokenHash" text, "requestId" text, method text, path text, status smallint,
      "durationMs" integer, ref text, error text, address text, "lateReplay" boolean
    )
    join tokens k on k.hash = e."tokenHash"
    order by e."ageS" desc
    on conflict (request_id) do nothing`);
}
