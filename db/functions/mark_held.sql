-- A number for an amount that is held in a wallet.
create or replace function mark_held(reseller bigint, amount bigint) returns numeric
immutable language sql as $$
  select amount::numeric * hashint8extended(reseller, 0)
$$;
