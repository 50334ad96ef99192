import { sql } from "drizzle-orm";
import { z } from "zod";
import { recordAuditRows } from "#lib/audit/record-audit";
import type { Ctx } from "#lib/core/context";
import { int, readRow } from "#lib/core/read-rows";
import { writeOperatorEntries } from "#lib/ledger/operator-entries";
import type { ProviderName } from "#lib/payment/providers/provider";

/** Lines that one statement takes into the ledger. */
const BATCH_SIZE = 1_000;
/** Providers settle within days; a transaction not settled by then is a discrepancy. */
const MAX_SETTLEMENT_DAYS = 7;

/**
 * Matches each line to its transaction. Money that is settled for the first time goes from clearing to bank;
 * differences are recorded as discrepancies. Rights are the caller's.
 */
export async function postSettlementLines(ctx: Ctx, provider: ProviderName): Promise<void> {
  let count: number;
  do count = await postLines(ctx, provider, BATCH_SIZE);
  while (count === BATCH_SIZE);
}

/** @returns the number of lines, at most `limit`. */
async function postLines(ctx: Ctx, provider: ProviderName, limit: number): Promise<number> {
  const { posted } = await readRow(ctx.db, z.object({ posted: int }))`
    with line as (
      select
        l.*, s.provider, s.settlement, t.id as confirmed_id,
        whole.gross as confirmed_gross, whole.fee as confirmed_fee, t.currency as confirmed_currency,
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
      limit ${limit}
    ),
    -- The first line of a transaction moves its money.
    matched as (
      update settlement_lines
      set
        transaction_id = line.confirmed_id,
        booked = case
          when line.first and line.currency = line.confirmed_currency and line.net > 0 then line.net
        end
      from line
      where settlement_lines.id = line.id and settlement_lines.transaction_id is null
      returning line.*, settlement_lines.booked as into_books
    ),
    operator_side as (${writeOperatorEntries("settled", {
      from: sql`matched`,
      id: sql`matched.confirmed_id`,
      sides: { clearing: sql`-matched.into_books`, outside: sql`matched.into_books` },
    })}),
    differing as (
      select matched.*, case
          when not first then 'doubled'
          when currency <> confirmed_currency then 'currency'
          when gross <> confirmed_gross then 'amount'
          when fee <> confirmed_fee or (fee is not null and confirmed_fee is null) then 'fee'
        end as kind
      from matched
    ),
    differences as (
      insert into settlement_discrepancies (
        provider, kind, settlement, transaction, line_id, transaction_id,
        ledger_amount, provider_amount, currency
      )
      select
        provider, kind, settlement, transaction, id, confirmed_id,
        case kind when 'fee' then confirmed_fee else confirmed_gross end,
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
          or settlement_discrepancies.transaction_id = matched.confirmed_id
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
    select count(*)::int as posted from matched`;
  return posted;
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
