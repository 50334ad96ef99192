-- Marks a purchase unconfirmed that a supplier reports as sold, instead of sending it.
create or replace function doubt_sold_placements() returns trigger
language plpgsql as $$
declare
  ids bigint[] := array(
    select p.id
    from placed p
    where exists (select from reported_sales r where r.ident = p.ident)
  );
begin
  if cardinality(ids) > 0 then
    perform doubt_sold_purchases(ids);
  end if;
  return null;
end $$;

create or replace trigger purchases_doubt_sold after insert on purchases
  referencing new table as placed for each statement execute function doubt_sold_placements();
