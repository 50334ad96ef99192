-- The rows of a batch have room of their own, so that their reseller can still buy otherwise.
create or replace function count_queued_purchases(reseller bigint, most integer) returns integer
language plpgsql as $$
begin
  return (
    select count(*)
    from (
      select
      from purchases
      where state = 'queued' and reseller_id = reseller and channel in ('web', 'shop', 'api')
      limit most
    ) own
  );
end $$;
