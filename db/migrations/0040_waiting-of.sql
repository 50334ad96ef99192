-- Volatile and plpgsql on purpose: each query inside takes a fresh snapshot, so it counts what was committed by now and
-- not by when the calling statement began. A placing asks again once it has waited for its wallet's row, and then sees
-- every placing that had the row before it.
create function waiting_of(reseller bigint, most integer) returns integer language plpgsql volatile as $$
begin
  return (select count(*) from (
    select from purchases where state = 'queued' and reseller_id = reseller limit most) own);
end $$;
