-- Allows only the erasure of a record's personal data.
create or replace function check_audit_personal_erasure() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or old.facts is null or new.facts is not null or new.audit_id <> old.audit_id then
    raise exception 'audit_personal is only erased' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger audit_personal_only_erased before delete or update on audit_personal
  for each row execute function check_audit_personal_erasure();
