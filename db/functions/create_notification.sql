-- Tells an account, once of each thing.
create or replace function create_notification(
  whom bigint, of_event text, of_key text, with_facts jsonb
) returns void language plpgsql as $$
begin
  insert into notifications (account_id, event, key, facts, shown)
  values (
    whom, of_event, of_key, with_facts,
    coalesce((select portal from notification_preferences where account_id = whom and event = of_event), true)
  )
  on conflict on constraint notifications_once do nothing;
  if found then perform pg_notify('notification', whom::text); end if;
end $$;
