import { sql } from "drizzle-orm";
import { recordAuditRows } from "#lib/audit/record-audit";
import type { Ctx } from "#lib/core/context";
import type { ProviderName, ProviderSettlement } from "#lib/payment/providers/provider";

/** Stores what a provider says of a settlement, once. Rights are the caller's. */
export async function importSettlement(
  ctx: Ctx,
  provider: ProviderName,
  settlement: ProviderSettlement,
): Promise<void> {
  const { id, settledAt, currency, paidOut, deducted } = settlement;
  const lines = settlement.lines.map(({ gross, fee, ...line }) => ({
    ...line,
    gross: String(gross),
    fee: fee === null ? null : String(fee),
  }));
  await ctx.db.execute(sql`
    with imported as (
      insert into settlements (provider, settlement, settled_at, currency, paid_out, deducted)
      values (${provider}, ${id}, ${settledAt?.toISOString() ?? null}, ${currency}, ${paidOut}, ${deducted})
      on conflict do nothing
      returning *
    ),
    line as (
      insert into settlement_lines (settlement_id, transaction, nth, reference, gross, fee, currency)
      select
        imported.id, l.transaction, row_number() over (partition by l.transaction) - 1,
        l.reference, l.gross, l.fee, l.currency
      from imported, jsonb_to_recordset(${JSON.stringify(lines)}::text::jsonb)
        as l (transaction text, reference text, gross bigint, fee bigint, currency text)
      returning *
    ),
    -- What the lines add up to, where that is known. A line that does not say its fee has the one that was
    -- confirmed with the payment.
    summed as (
      select coalesce(sum(line.gross - coalesce(line.fee, t.fee)), 0)::bigint as net
      from line
      left join provider_transactions t
        on t.provider = ${provider} and t.transaction = line.transaction and t.keys_id is null
      having bool_and(coalesce(line.fee, t.fee) is not null and line.currency = ${currency}) is not false
    ),
    recorded as (${recordAuditRows(ctx, {
      action: "settlement.read",
      subject: "settlement",
      subjectId: sql`imported.provider || ' ' || imported.settlement`,
      after: sql`jsonb_build_object('paid_out', imported.paid_out::text, 'lines', (select count(*) from line))`,
      from: sql`imported`,
    })})
    insert into settlement_discrepancies (
      provider, kind, settlement, ledger_amount, provider_amount, currency
    )
    select
      imported.provider, 'total', imported.settlement, summed.net,
      imported.paid_out + imported.deducted, imported.currency
    from imported, summed
    where imported.paid_out + imported.deducted <> summed.net`);
}
