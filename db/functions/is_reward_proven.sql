-- Returns whether the journals of a reward moved its amount into the referrer's wallet, and out of it if it
-- was reversed.
create or replace function is_reward_proven(w referral_rewards) returns boolean stable language sql as $$
  select not exists (
    select
    from (values
      (w.journal_id, 'referral', w.amount),
      (w.reversal_journal_id, 'referral_reversal', -w.amount)
    ) moved (id, kind, amount)
    where moved.id is not null and not exists (
      select
      from journals j
      join entries e on e.journal_id = j.id and e.account = 'wallet'
      join referrals r on r.id = w.referral_id
      where j.id = moved.id and j.kind = moved.kind and j.reseller_id = r.referrer_id
        and e.amount = moved.amount
    )
  )
$$;
