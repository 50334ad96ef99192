import { sql } from "drizzle-orm";
import { recordAuditRows } from "#lib/audit/record-audit";
import type { Ctx } from "#lib/core/context";
import { writeOperatorEntries } from "#lib/ledger/operator-entries";
import type { ProviderName, ProviderSettlement } from "#lib/payment/providers/provider";

/** Lines that one statement takes into the ledger. */
const BATCH_SIZE = 1_000;
/** Providers settle within days; a transaction not settled by then is a discrepancy. */
const MAX_SETTLEMENT_DAYS = 7;

/** Keeps what a provider says of a settlement, once. Rights are the caller's, as in the others here. */
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

/**
 * Matches each line to its transaction. Money that is settled for the first time goes from clearing to bank;
 * differences are recorded as discrepancies.
 */
export async function postSettlementLines(ctx: Ctx, provider: ProviderName): Promise<void> {
  for (let count = BATCH_SIZE; count === BATCH_SIZE; ) {
    const [row] = await ctx.db.execute<{ taken: number }>(sql`
      with line as (
        select
          l.*, s.provider, s.settlement, t.id as money,
          whole.gross as gross_here, whole.fee as fee_here, t.currency as currency_here,
          l.gross - coalesce(l.fee, whole.fee, 0) as net,
          row_number() over (partition by t.id order by l.id) = 1
            and not exists (select from settlement_lines before where before.transaction_id = t.id) as first
        from settlement_lines l
        join settlements s on s.id = l.settlement_id
        join provider_transactions t
          on t.provider = s.provider and t.transaction = l.transaction and t.keys_id is null
        -- A transaction with what it grew by.
        cross join lateral (
          select
            sum(p.gross)::bigint as gross,
            case when bool_and(p.fee is not null) then sum(p.fee)::bigint end as fee
          from provider_transactions p
          where p.id = t.id or p.part_of = t.id
        ) whole
        where l.transaction_id is null and s.provider = ${provider}
        order by l.id
        limit ${BATCH_SIZE}
      ),
      -- The first line of a transaction moves its money.
      matched as (
        update settlement_lines
        set
          transaction_id = line.money,
          booked = case
            when line.first and line.currency = line.currency_here and line.net > 0 then line.net
          end
        from line
        where settlement_lines.id = line.id and settlement_lines.transaction_id is null
        returning line.*, settlement_lines.booked as into_books
      ),
      operator_side as (${writeOperatorEntries("settled", {
        from: sql`matched`,
        id: sql`matched.money`,
        sides: { clearing: sql`-matched.into_books`, outside: sql`matched.into_books` },
      })}),
      differing as (
        select matched.*, case
            when not first then 'doubled'
            when currency <> currency_here then 'currency'
            when gross <> gross_here then 'amount'
            when fee <> fee_here or (fee is not null and fee_here is null) then 'fee'
          end as kind
        from matched
      ),
      differences as (
        insert into settlement_discrepancies (
          provider, kind, settlement, transaction, line_id, transaction_id,
          ledger_amount, provider_amount, currency
        )
        select
          provider, kind, settlement, transaction, id, money,
          case kind when 'fee' then fee_here else gross_here end,
          case kind when 'fee' then fee else gross end,
          currency
        from differing
        where kind is not null
      ),
      no_longer_missing as (
        update settlement_discrepancies
        set state = 'gone', ended_at = now()
        from matched
        where state = 'open'
          and (line_id = matched.id and settlement_discrepancies.kind = 'missing_in_ledger'
            or settlement_discrepancies.transaction_id = matched.money
              and settlement_discrepancies.kind = 'missing_at_provider')
      ),
      recorded as (${recordAuditRows(ctx, {
        action: "settlement.booked",
        subject: "settlement",
        subjectId: sql`provider || ' ' || settlement`,
        after: sql`jsonb_build_object(
          'booked', coalesce(sum(into_books), 0)::text, 'lines', count(*), 'differences', count(kind))`,
        from: sql`differing group by provider, settlement`,
      })})
      select count(*)::int as taken from matched`);
    count = row?.taken ?? 0;
  }
}

/** Records transactions that were settled but not confirmed here, or confirmed but not settled in time. */
export async function recordMissingLines(ctx: Ctx, provider: ProviderName, back: number): Promise<void> {
  await ctx.db.execute(sql`
    insert into settlement_discrepancies (
      provider, kind, settlement, transaction, line_id, provider_amount, currency
    )
    select s.provider, 'missing_in_ledger', s.settlement, l.transaction, l.id, l.gross, l.currency
    from settlement_lines l
    join settlements s on s.id = l.settlement_id
    where l.transaction_id is null and s.provider = ${provider}
    on conflict do nothing`);
  await ctx.db.execute(sql`
    insert into settlement_discrepancies (
      provider, kind, transaction, transaction_id, ledger_amount, currency
    )
    select provider, 'missing_at_provider', transaction, id, gross, currency
    from provider_transactions t
    where provider = ${provider} and keys_id is null and part_of is null
      and paid_at < now() - make_interval(days => ${MAX_SETTLEMENT_DAYS})
      and paid_at > now() - make_interval(days => ${back})
      and not exists (select from settlement_lines where transaction_id = t.id)
    on conflict do nothing`);
}
