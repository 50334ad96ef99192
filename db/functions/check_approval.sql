-- Only an admin with the permission approves a request, within a week.
create or replace function check_approval() returns trigger language plpgsql as $$
begin
  -- A change that takes the permission away waits for this, or this sees that it is gone.
  perform from staff s join staff_roles r on r.id = s.role_id where s.id = new.ended_by for share;
  if not has_staff_permission(new.ended_by, case new.kind when 'settings' then 'staff' else 'money' end) then
    raise exception 'a request is approved by an admin with its permission'
      using errcode = 'restrict_violation', constraint = 'approval_requests_permission';
  end if;
  if new.requested_at < now() - interval '7 days' then
    raise exception 'a request is approved within a week'
      using errcode = 'restrict_violation', constraint = 'approval_requests_in_time';
  end if;
  return new;
end $$;

create or replace trigger approval_requests_check_approval
  before insert or update of confirmed on approval_requests
  for each row when (new.confirmed) execute function check_approval();
