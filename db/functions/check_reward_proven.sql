-- Checks at the commit that the journals of a reward match it, to the unit.
create or replace function check_reward_proven() returns trigger language plpgsql as $$
begin
  if not is_reward_proven(new) then
    raise exception 'the journals of reward % do not match it', new.id
      using errcode = 'check_violation', constraint = 'referral_rewards_check_proven';
  end if;
  return null;
end $$;

drop trigger if exists referral_rewards_check_proven on referral_rewards;
create constraint trigger referral_rewards_check_proven
  after insert or update on referral_rewards
  deferrable initially deferred
  for each row when (new.journal_id is not null) execute function check_reward_proven();
