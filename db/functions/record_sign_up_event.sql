-- Records the event of an approved applicant who came by a link.
create or replace function record_sign_up_event() returns trigger language plpgsql as $$
begin
  perform record_event('sign_up.approved', new.id::text, new.reseller_id, '{}');
  return null;
end $$;

create or replace trigger sign_ups_events after update of state on sign_ups for each row
  when (new.state = 'approved' and old.state = 'pending' and new.referral_code is not null)
  execute function record_sign_up_event();
