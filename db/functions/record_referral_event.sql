-- Records the event of a referral.
create or replace function record_referral_event() returns trigger language plpgsql as $$
begin
  perform record_event('referral.made', new.id::text, new.referrer_id, '{}');
  return null;
end $$;

create or replace trigger referrals_events
  after insert on referrals
  for each row
  execute function record_referral_event();
