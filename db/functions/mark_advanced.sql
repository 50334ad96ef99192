-- A number for an amount that was advanced to a reseller, as `mark_held` makes one for a hold.
create or replace function mark_advanced(reseller bigint, amount bigint) returns numeric
immutable language sql as $$
  select amount::numeric * hashint8extended(reseller, 1)
$$;
