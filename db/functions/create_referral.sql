-- A notification can't be changed, so it doesn't hold the new reseller's name.
create or replace function create_referral(referrer bigint, referred bigint, acted_by text) returns bigint
language plpgsql as $$
declare
  made bigint;
  offered referral_settings;
begin
  -- Serialises the counts of one referrer.
  perform from referral_codes where reseller_id = referrer for no key update;
  select * into offered from referral_settings where kind <> 'off';
  if not found
    or referrer = referred
    or not exists (select from resellers where id = referrer and state <> 'closed')
    or exists (
      select
      from sign_ups a
      join sign_ups b on b.phone = a.phone
      where a.reseller_id = referrer and b.reseller_id = referred)
    or (
      select count(*)
      from referrals
      where referrer_id = referrer and created_at > now() - interval '30 days') >= offered.max_referrals
  then
    return null;
  end if;

  insert into referrals (referrer_id, referred_id, kind, reward, minimum, share, cap, months, hold_days)
  values (
    referrer, referred, offered.kind, offered.reward, offered.minimum,
    offered.share, offered.cap, offered.months, offered.hold_days
  )
  on conflict do nothing
  returning id into made;
  if made is null then return null; end if;
  insert into audit (actor, action, subject, subject_id, reseller_id, after)
  values (
    acted_by, 'referral.made', 'referral', made::text, referrer,
    jsonb_build_object('referred', referred, 'kind', offered.kind)
  );
  perform create_notification(referrer, 'referral', made::text, '{}');
  return made;
end $$;
