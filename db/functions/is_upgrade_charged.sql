-- Returns whether the journal of a bought level took its price from the reseller's wallet.
create or replace function is_upgrade_charged(u level_upgrades) returns boolean stable language sql as $$
  select exists (
    select
    from journals j
    join entries e on e.journal_id = j.id and e.account = 'wallet'
    where j.id = u.journal_id and j.kind = 'upgrade' and j.reseller_id = u.reseller_id
      and e.amount = -u.price
  )
$$;
