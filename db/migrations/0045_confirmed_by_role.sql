create function confirmed_by_role() returns trigger language plpgsql as $$
begin
  -- Whoever takes the permission away waits for this, or this sees that it is gone.
  perform from staff s join staff_roles r on r.id = s.role_id where s.id = new.ended_by for share;
  if not staff_may(new.ended_by, case new.kind when 'settings' then 'staff' else 'money' end) then
    raise exception 'a proposal is confirmed by whose role includes it'
      using errcode = 'restrict_violation', constraint = 'decisions_permission';
  end if;
  if new.proposed_at < now() - interval '7 days' then
    raise exception 'a proposal is confirmed within a week'
      using errcode = 'restrict_violation', constraint = 'decisions_in_time';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger decisions_confirmed before insert or update of confirmed on decisions
  for each row when (new.confirmed) execute function confirmed_by_role();
