create or replace function create_referral_of_sign_up() returns trigger language plpgsql as $$
begin
  perform create_referral(c.reseller_id, new.reseller_id, new.decided_by)
  from referral_codes c
  where c.code = upper(new.referral_code);
  return null;
end $$;

create or replace trigger sign_ups_referral after update of state on sign_ups for each row
  when (new.state = 'approved' and old.state = 'pending' and new.referral_code is not null)
  execute function create_referral_of_sign_up();
