-- The terms of a referral stay as they were promised; it can only be cleared and ended.
create or replace function check_referral_update() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null or (
    new.referrer_id, new.referred_id, new.kind, new.reward, new.minimum,
    new.share, new.cap, new.months, new.hold_days, new.created_at
  ) is distinct from (
    old.referrer_id, old.referred_id, old.kind, old.reward, old.minimum,
    old.share, old.cap, old.months, old.hold_days, old.created_at
  ) then
    raise exception 'the terms of a referral cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger referrals_update_check
  before update on referrals
  for each row
  execute function check_referral_update();
