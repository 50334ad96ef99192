-- Moves names, numbers and emails of a record to `audit_personal`, which can be erased. The record of a
-- placed purchase has figures alone.
create or replace function separate_audit_personal_data() returns trigger language plpgsql as $$
begin
  if new.action = 'purchase.placed' then return new; end if;
  return separate_personal_data(new);
end $$;

create or replace trigger audit_personal_separate before insert on audit for each row
  execute function separate_audit_personal_data();
