import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, requireSystem } from "#lib/core/context";
import { readRows } from "#lib/core/read-rows";
import { isSealedWithCurrentKey, type SealPurpose, seal, unseal } from "#lib/core/seal";

/**
 * Columns of sealed secrets, without short-lived or handed-out ones,
 * which can't be sealed again: links in mails, backup codes.
 */
const SEALED_COLUMNS: readonly { table: string; key: string; column: string; purpose: SealPurpose }[] = [
  { table: "webhook_endpoints", key: "id", column: "sealed_secret", purpose: "webhook secrets" },
  { table: "webhook_previous_secrets", key: "id", column: "sealed_secret", purpose: "webhook secrets" },
  { table: "alert_recipients", key: "id", column: "sealed_secret", purpose: "webhook secrets" },
  { table: "provider_keys", key: "id", column: "sealed", purpose: "provider keys" },
  { table: "provider_keys", key: "id", column: "previous_sealed", purpose: "provider keys" },
  { table: "suppliers", key: "id", column: "sealed_token", purpose: "supplier tokens" },
  { table: "second_factors", key: "account_id", column: "secret", purpose: "second factors" },
  { table: "second_factors", key: "account_id", column: "next_secret", purpose: "second factors" },
  { table: "deliveries", key: "id", column: "sealed", purpose: "mails" },
  { table: "push_keys", key: "id", column: "sealed_private_key", purpose: "push keys" },
];

/** Numbers of secrets by key: the current one, a previous one, or an unknown one. */
export interface SealedSecretCounts {
  now: number;
  before: number;
  unreadable: number;
}

const BATCH_SIZE = 100;

/** Counts sealed secrets by key. The operator's command. */
export async function countSealedSecrets(ctx: Ctx): Promise<SealedSecretCounts> {
  requireSystem(ctx);
  const state = { now: 0, before: 0, unreadable: 0 };
  for (const place of SEALED_COLUMNS)
    for await (const rows of readBatches(ctx, place))
      for (const { text } of rows) state[classifyKey(text, place.purpose)] += 1;
  return state;
}

/**
 * Seals secrets of a previous key again with the current one, a hundred at a time, while the portal continues
 * with both keys. After a killed run, the next one does the rest. The operator's command.
 * @returns the new numbers.
 */
export async function resealSecrets(ctx: Ctx): Promise<SealedSecretCounts & { resealed: number }> {
  requireSystem(ctx);
  let resealed = 0;
  for (const place of SEALED_COLUMNS)
    for await (const rows of readBatches(ctx, place)) {
      const old = rows.filter(({ text }) => classifyKey(text, place.purpose) === "before");
      if (old.length > 0) resealed += await resealRows(ctx, place, old);
    }
  const state = await countSealedSecrets(ctx);
  if (resealed > 0)
    await recordAudit(ctx, {
      action: "secrets.resealed",
      subject: "secrets",
      subjectId: "sealed",
      before: { resealed },
      after: { ...state },
    });
  return { resealed, ...state };
}

type SealedColumn = (typeof SEALED_COLUMNS)[number];

const SealedRow = z.object({ key: z.string(), text: z.string() });
type SealedRow = z.output<typeof SealedRow>;

async function* readBatches(ctx: Ctx, { table, key, column }: SealedColumn): AsyncGenerator<SealedRow[]> {
  const [name, number, text] = [table, key, column].map((identifier) => sql.identifier(identifier));
  for (let after = "0"; ; ) {
    const rows = await readRows(ctx.db, SealedRow)`
      select ${number}::text as key, ${text} as text from ${name}
      where ${number} > ${after}::bigint and ${text} is not null order by ${number} limit ${BATCH_SIZE}`;
    if (rows.length > 0) yield [...rows];
    if (rows.length < BATCH_SIZE) return;
    after = rows.at(-1)?.key ?? after;
  }
}

/** Skips rows that were changed meanwhile: they have the current key. */
async function resealRows(
  ctx: Ctx,
  { table, key, column, purpose }: SealedColumn,
  old: readonly SealedRow[],
): Promise<number> {
  const fresh = old.map((row) => ({ ...row, fresh: seal(unseal(row.text, purpose), purpose) }));
  const [name, number, text] = [table, key, column].map((identifier) => sql.identifier(identifier));
  return inTransaction(ctx, async ({ db }) => {
    // A guard rejects all other changes of provider keys.
    await db.execute(sql`select set_config('portal.resealing', 'on', true)`);
    const rows = await db.execute(sql`
      update ${name} t set ${text} = o.fresh
      from jsonb_to_recordset(${JSON.stringify(fresh)}::text::jsonb) as o (key bigint, text text, fresh text)
      where t.${number} = o.key and t.${text} = o.text returning 1`);
    return rows.length;
  });
}

function classifyKey(text: string, purpose: SealPurpose): keyof SealedSecretCounts {
  try {
    return isSealedWithCurrentKey(text, purpose) ? "now" : "before";
  } catch {
    return "unreadable";
  }
}
