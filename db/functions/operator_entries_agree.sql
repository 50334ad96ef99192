-- Returns whether the operator's ledger of one confirmed transaction is valid, for the trigger at the commit
-- and for `check`.
create or replace function operator_entries_agree(t provider_transactions) returns boolean
stable language sql as $$
  select not exists (
      select from operator_entries e where e.transaction_id = t.id group by e.step having sum(e.amount) <> 0)
    and case
      -- A payment to a reseller's own account is in none of the operator's.
      when t.keys_id is not null then
        not exists (select from operator_entries e where e.transaction_id = t.id)
      when t.reversed_at is not null and t.restored_at is null then
        (h.clearing, h.suspense, h.wallets) = (0, 0, t.extra)
        and h.outside = case t.state when 'refunded' then t.lost - t.gross else 0 end
      else h.wallets = t.extra - coalesce(t.credited, 0)
        and h.suspense = case when t.state in ('suspense', 'refunding') then t.lost - t.gross else 0 end
        and h.outside in (0, t.lost - t.gross)
        and h.clearing - (t.gross - t.lost - coalesce(t.fee, 0)) + h.outside
          = case t.state when 'refunded' then t.lost - t.gross else 0 end
    end
    and h.settled = coalesce((
      select l.booked from settlement_lines l where l.transaction_id = t.id and l.booked is not null), 0)
    and (h.accepted is null or (
      select sum(e.amount) = 0
      from operator_entries e
      join provider_transactions p on p.id = e.transaction_id
      where (p.id = t.id or p.part_of = t.id) and e.account = 'clearing'
        and e.step in ('received', 'settled', 'accepted') and e.id <= h.accepted
    ))
  from (
    select
      coalesce(sum(e.amount) filter (
        where e.account = 'clearing' and e.step not in ('settled', 'accepted')), 0) as clearing,
      coalesce(sum(e.amount) filter (where e.account = 'suspense'), 0) as suspense,
      coalesce(sum(e.amount) filter (where e.account = 'wallets'), 0) as wallets,
      coalesce(sum(e.amount) filter (where e.account = 'outside' and e.step <> 'settled'), 0) as outside,
      coalesce(sum(e.amount) filter (where e.account = 'outside' and e.step = 'settled'), 0) as settled,
      max(e.id) filter (where e.step = 'accepted') as accepted
    from operator_entries e
    where e.transaction_id = t.id
  ) h
$$;
