-- Money moves by these without an admin, so a form's checks are not the only ones.
create or replace function check_setting() returns trigger language plpgsql as $$
declare
  v jsonb := new.value;
begin
  if not coalesce(case new.name
    when 'approval' then (v ->> 'singleAdminLimit')::bigint >= 0
    when 'payment' then
      (v ->> 'minAmount')::bigint > 0 and (v ->> 'minAmount')::bigint <= (v ->> 'maxAmount')::bigint
      and v ->> 'feeBearer' in ('reseller', 'operator')
    when 'reconcile' then
      (v ->> 'lateSeconds')::integer > 0 and (v ->> 'graceSeconds')::integer >= 0
      and (v ->> 'refundSeconds')::integer >= (v ->> 'lateSeconds')::integer
    when 'message' then
      (v ->> 'smsPrice')::bigint >= 0 and (v ->> 'whatsappPrice')::bigint >= 0
      and v ->> 'orderPayer' in ('operator', 'wallet') and (v ->> 'dailyLimit')::integer between 1 and 100
      and (v ->> 'quietFrom')::integer between 0 and 23 and (v ->> 'quietUntil')::integer between 0 and 23
    when 'referral' then
      (v ->> 'months')::integer between 1 and 24 and (v ->> 'holdDays')::integer between 0 and 180
      and (v ->> 'maxReferrals')::integer between 1 and 1000
      and case v ->> 'kind'
        when 'off' then true
        when 'first_funding' then
          (v ->> 'reward')::bigint > 0 and (v ->> 'minimum')::bigint >= (v ->> 'reward')::bigint
        when 'share' then (v ->> 'share')::integer between 1 and 5000 and (v ->> 'cap')::bigint > 0
      end
    else true
  end, v = '{}') then
    raise exception 'the settings % are not valid', new.name
      using errcode = 'check_violation', constraint = 'settings_valid';
  end if;
  return new;
end $$;

create or replace trigger settings_check
  before insert or update on settings
  for each row execute function check_setting();
