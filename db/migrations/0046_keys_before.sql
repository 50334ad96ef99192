ALTER TABLE "provider_keys" ADD COLUMN "sealed_before" text;--> statement-breakpoint
ALTER TABLE "provider_keys" ADD COLUMN "before_until" timestamp with time zone;--> statement-breakpoint
-- Keys are removed, for good, or replaced by others of the same account, which keep those before beside them for some days.
create or replace function keys_move() returns trigger language plpgsql as $$
declare
  resealing constant boolean := current_setting('portal.resealing', true) is not distinct from 'on';
  replaced constant boolean := coalesce(old.removed_at is null and new.removed_at is null
    and new.sealed is distinct from old.sealed and new.sealed_before = old.sealed and new.before_until > now(), false);
  forgotten constant boolean := new.sealed_before is null and new.before_until is null;
begin
  if (new.reseller_id, new.provider, new.address) is distinct from (old.reseller_id, old.provider, old.address)
     or (new.hint is distinct from old.hint and not replaced)
     or (new.sealed is not null and new.sealed is distinct from old.sealed
       and not (replaced or (resealing and old.sealed is not null)))
     or (new.before_until is distinct from old.before_until and not (replaced or forgotten))
     or (new.sealed_before is distinct from old.sealed_before
       and not (replaced or forgotten or (resealing and new.sealed_before is not null and old.sealed_before is not null)))
     or (old.removed_at is not null and new.removed_at is distinct from old.removed_at) then
    raise exception 'keys are removed, not changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
