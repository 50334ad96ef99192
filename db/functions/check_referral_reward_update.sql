-- A reward is paid once and reversed once; its amount never changes.
create or replace function check_referral_reward_update() returns trigger language plpgsql as $$
begin
  if (new.referral_id, new.period, new.funding_id, new.amount, new.due_at)
      is distinct from (old.referral_id, old.period, old.funding_id, old.amount, old.due_at)
    or old.journal_id is not null and new.journal_id is distinct from old.journal_id
    or (old.state, new.state) not in (('pending', 'paid'), ('pending', 'cancelled'), ('paid', 'reversed'))
  then
    raise exception 'a % reward cannot become %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger referral_rewards_update_check before update on referral_rewards
  for each row execute function check_referral_reward_update();
