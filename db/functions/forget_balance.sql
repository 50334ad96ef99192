-- A supplier's new token may be another account's: its balance proves nothing about purchases that were sent
-- with the old one, so admins decide these.
create or replace function forget_balance(supplier integer) returns void
language plpgsql as $$
begin
  update attempts a
  set discrepancy = concat_ws('; ', a.discrepancy, 'the token of its supplier was replaced since')
  from purchases p
  where p.id = a.purchase_id and p.state in ('sending', 'unconfirmed')
    and a.supplier_id = supplier
    and (a.result is null or a.result = 'unconfirmed');

  update chain_basis set basis = basis + 1;
  delete from chain_checkpoints where supplier_id = supplier;
end $$;
