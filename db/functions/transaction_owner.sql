-- The ident of another purchase that already has a transaction at a supplier. Two responses that name one
-- transaction take turns: each statement of a function has a snapshot of its own, so the second sees the first.
create or replace function transaction_owner(
  supplier integer, its_id text, its_ident text, purchase bigint
) returns text language plpgsql as $$
declare
  locked text;
begin
  -- An assignment, unlike `perform`, runs no query.
  locked := pg_advisory_xact_lock(hashtextextended('upstream id ' || its_id, 0));
  locked := pg_advisory_xact_lock(hashtextextended('upstream ident ' || its_ident, 0));
  return (
    select p.ident
    from attempts a
    join purchases p on p.id = a.purchase_id
    where (a.upstream_id = its_id or a.upstream_ident = its_ident)
      and a.purchase_id <> purchase and a.supplier_id = supplier
    limit 1);
end $$;
