-- Keys are not changed; sealed anew with another key of the portal they are the same keys (`portal secrets reseal` says so).
create or replace function keys_move() returns trigger language plpgsql as $$
begin
  if (new.reseller_id, new.provider, new.address, new.hint) is distinct from (old.reseller_id, old.provider, old.address, old.hint)
     or (new.sealed is not null and new.sealed is distinct from old.sealed
       and (old.sealed is null or current_setting('portal.resealing', true) is distinct from 'on'))
     or (old.removed_at is not null and new.removed_at is distinct from old.removed_at) then
    raise exception 'keys are removed, not changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
