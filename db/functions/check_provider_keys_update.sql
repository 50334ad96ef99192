-- Keys are removed, for good, or replaced by others of the same account, which keep those before beside them
-- for some days.
create or replace function check_provider_keys_update() returns trigger language plpgsql as $$
declare
  resealing constant boolean := current_setting('portal.resealing', true) is not distinct from 'on';
  replaced constant boolean := coalesce(
    old.removed_at is null and new.removed_at is null
      and new.sealed is distinct from old.sealed and new.previous_sealed = old.sealed
      and new.previous_valid_until > now(),
    false
  );
  forgotten constant boolean := new.previous_sealed is null and new.previous_valid_until is null;
begin
  if (new.reseller_id, new.provider, new.address)
      is distinct from (old.reseller_id, old.provider, old.address)
    or (new.hint is distinct from old.hint and not replaced)
    or (new.sealed is not null and new.sealed is distinct from old.sealed
      and not (replaced or (resealing and old.sealed is not null)))
    or (new.previous_valid_until is distinct from old.previous_valid_until and not (replaced or forgotten))
    or (new.previous_sealed is distinct from old.previous_sealed
      and not (replaced or forgotten
        or (resealing and new.previous_sealed is not null and old.previous_sealed is not null)))
    or (old.removed_at is not null and new.removed_at is distinct from old.removed_at)
  then
    raise exception 'keys are removed, not changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger provider_keys_update_check
  before update on provider_keys
  for each row
  execute function check_provider_keys_update();
