-- The only place that writes the ledger: a journal and two entries that sum to zero, each with the balance
-- after it. They are one statement, because a trigger of the journal reads the entries.
create or replace function write_transfer() returns trigger language plpgsql as $$
begin
  with journal as (
    insert into journals (reseller_id, kind, purchase_id, reverses_id, reason, ref, actor)
    values (new.reseller_id, new.kind, new.purchase_id, new.reverses_id, new.reason, new.ref, new.actor)
    returning id
  ),
  posted as (
    insert into entries (journal_id, reseller_id, account, amount, balance)
    select journal.id, new.reseller_id, side.account, side.amount, side.balance
    from journal
    cross join lateral (values
      (new.from_account, -new.amount, new.from_balance),
      (new.to_account, new.amount, new.to_balance)
    ) as side (account, amount, balance)
  )
  select id into new.id from journal;
  return new;
end $$;

create or replace trigger transfers_write
  instead of insert on transfers
  for each row
  execute function write_transfer();
