-- A reseller has a wallet from the first moment.
create or replace function open_wallet() returns trigger language plpgsql as $$
begin
  insert into wallets (reseller_id) values (new.id);
  return null;
end $$;

create or replace trigger resellers_wallet
  after insert on resellers
  for each row
  execute function open_wallet();
