-- When a transaction commits, a purchase has the journals of its state and no other, each of its price, or of the
-- parent and the commission, and between the accounts of its kind. A journal that doesn't match counts as none: its
-- place in the list is null. A hold is always a purchase's, also while that is open.
create or replace function check_purchase_journals() returns trigger language plpgsql as $$
declare
  about bigint;
begin
  if tg_table_name = 'journals' then
    about := new.purchase_id;
  else
    about := new.id;
  end if;
  if not exists (
    select
    from purchases p
    where p.id = about and purchase_journals(p.state, p.advance, p.commission) = array(
      select case
        when (t.reseller_id, t.amount) = (p.reseller_id, p.price)
          and (t.kind, t.from_account, t.to_account) in (
            ('hold', 'wallet', 'held'),
            ('settle', 'held', 'sales'),
            ('release', 'held', 'wallet'),
            ('reversal', 'sales', 'wallet'),
            ('advance', 'advanced', 'wallet'),
            ('advance_closed', 'held', 'advanced'),
            ('advance_repaid', 'wallet', 'advanced'),
            ('advance_waived', 'funding', 'advanced')
          )
          or (t.reseller_id, t.amount) = (p.parent_id, p.commission)
          and (t.kind, t.from_account, t.to_account) in (
            ('commission', 'sales', 'wallet'),
            ('commission_reversal', 'wallet', 'sales')
          )
        then t.kind
      end
      from transfers t
      where t.purchase_id = p.id
      order by t.id
    )
  ) then
    raise exception 'the journals of purchase % do not match it', about
      using errcode = 'check_violation', constraint = 'purchases_journals_match';
  end if;
  return null;
end $$;

drop trigger if exists journals_match_purchase on journals;
create constraint trigger journals_match_purchase after insert on journals
  deferrable initially deferred
  for each row when (new.purchase_id is not null or new.kind = 'hold') execute function check_purchase_journals();

-- An open purchase that is placed has its hold, or its wallet doesn't match (check_wallets_match).
drop trigger if exists purchases_placed_match_journals on purchases;
create constraint trigger purchases_placed_match_journals after insert on purchases
  deferrable initially deferred
  for each row when (new.settled_at is not null) execute function check_purchase_journals();

drop trigger if exists purchases_match_journals on purchases;
create constraint trigger purchases_match_journals after update of state, advance on purchases
  deferrable initially deferred
  for each row
  when (old.advance is distinct from new.advance or old.state <> new.state and new.settled_at is not null)
  execute function check_purchase_journals();
