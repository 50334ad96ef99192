import { sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { record } from "#lib/audit/record";
import { type Ctx, requireSystem } from "#lib/core/context";
import { isSealedNow, type Purpose, seal, unseal } from "#lib/core/sealed";

/** Where sealed secrets stand. What is only of the moment, or was given away, cannot be sealed anew: links in mails, backup codes. */
const SEALED: readonly { table: string; key: string; column: string; purpose: Purpose }[] = [
  { table: "webhook_endpoints", key: "id", column: "sealed_secret", purpose: "webhook secrets" },
  { table: "alert_receivers", key: "id", column: "sealed_secret", purpose: "webhook secrets" },
  { table: "provider_keys", key: "id", column: "sealed", purpose: "provider keys" },
  { table: "provider_keys", key: "id", column: "sealed_before", purpose: "provider keys" },
  { table: "second_factors", key: "account_id", column: "secret", purpose: "second factors" },
  { table: "second_factors", key: "account_id", column: "next_secret", purpose: "second factors" },
  { table: "mails", key: "id", column: "sealed", purpose: "mails" },
  { table: "push_keys", key: "id", column: "sealed_private_key", purpose: "push keys" },
];

/** How many secrets are sealed with the key of now, with one before, and with none that is known. */
export interface SealedState {
  now: number;
  before: number;
  unreadable: number;
}

const AT_ONCE = 100;

/** Counts what is sealed with which key; changes nothing. Only the operator's commands. */
export async function sealedState(ctx: Ctx): Promise<SealedState> {
  requireSystem(ctx);
  const state = { now: 0, before: 0, unreadable: 0 };
  for (const place of SEALED)
    for await (const rows of batches(ctx, place))
      for (const { text } of rows) state[keyOf(text, place.purpose)] += 1;
  return state;
}

/**
 * Seals with the key of now what was sealed with one before, a hundred at a time, while everything goes on: both keys read
 * meanwhile. Killed on the way, the next run does the rest. Only the operator's commands. @returns how it stands then.
 */
export async function reseal(ctx: Ctx): Promise<SealedState & { resealed: number }> {
  requireSystem(ctx);
  let resealed = 0;
  for (const place of SEALED)
    for await (const rows of batches(ctx, place)) {
      const old = rows.filter(({ text }) => keyOf(text, place.purpose) === "before");
      if (old.length > 0) resealed += await replace(ctx, place, old);
    }
  const state = await sealedState(ctx);
  if (resealed > 0)
    await record(ctx, {
      ...{ action: "secrets.resealed", subject: "secrets", subjectId: "sealed" },
      ...{ before: { resealed }, after: { ...state } },
    });
  return { resealed, ...state };
}

type Place = (typeof SEALED)[number];

interface Row extends Record<string, unknown> {
  key: string;
  text: string;
}

async function* batches(ctx: Ctx, { table, key, column }: Place): AsyncGenerator<Row[]> {
  const [name, number, text] = [table, key, column].map((one) => sql.identifier(one));
  for (let after = "0"; ; ) {
    const rows = await ctx.db.execute<Row>(sql`
      select ${number}::text as key, ${text} as text from ${name}
      where ${number} > ${after}::bigint and ${text} is not null order by ${number} limit ${AT_ONCE}`);
    if (rows.length > 0) yield [...rows];
    if (rows.length < AT_ONCE) return;
    after = rows.at(-1)?.key ?? after;
  }
}

/** Whoever changed a row meanwhile sealed it with the key of now. */
async function replace(
  ctx: Ctx,
  { table, key, column, purpose }: Place,
  old: readonly Row[],
): Promise<number> {
  const fresh = old.map((row) => ({ ...row, fresh: seal(unseal(row.text, purpose), purpose) }));
  const [name, number, text] = [table, key, column].map((one) => sql.identifier(one));
  return inTransaction(ctx, async ({ db }) => {
    // Keys of payment providers are changed by nobody, but for this.
    await db.execute(sql`select set_config('portal.resealing', 'on', true)`);
    const rows = await db.execute(sql`
      update ${name} t set ${text} = o.fresh
      from jsonb_to_recordset(${JSON.stringify(fresh)}::text::jsonb) as o (key bigint, text text, fresh text)
      where t.${number} = o.key and t.${text} = o.text returning 1`);
    return rows.length;
  });
}

function keyOf(text: string, purpose: Purpose): keyof SealedState {
  try {
    return isSealedNow(text, purpose) ? "now" : "before";
  } catch {
    return "unreadable";
  }
}
