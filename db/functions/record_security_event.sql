-- The condition is here, not at the trigger: PostgreSQL would parse and plan it again for each statement that
-- writes a record, every purchase's among them.
create or replace function record_security_event() returns trigger language plpgsql as $$
declare
  kind constant text := case
    when new.action = 'session.opened' then 'security.device'
    when new.action in ('account.password', 'account.password_reset', 'account.link_issued')
      then 'security.password'
    when new.action in (
      'two_factor.on', 'two_factor.off', 'two_factor.replaced', 'two_factor.reset',
      'two_factor.backup_codes', 'two_factor.backup_used', 'device.remembered',
      'passkey.added', 'passkey.removed', 'pin.set', 'pin.removed', 'pin.locked'
    ) then 'security.sign_in'
    when new.action in (
      'token.issued', 'token.rotated', 'token.revoked', 'token.limited',
      'webhook.added', 'webhook.removed', 'webhook.rotated', 'webhook.gone',
      'shop.keys_set', 'shop.keys_removed'
    ) then 'security.keys'
  end;
  whom bigint;
  device text;
begin
  if kind is null then return null; end if;
  whom := coalesce(new.reseller_id, case new.subject
    when 'account' then new.subject_id::bigint
    when 'session' then (select account_id from sessions where id = new.subject_id::bigint)
  end);
  -- An account isn't notified of changes before its first sign-in.
  if whom is null or not exists (select from sessions where account_id = whom and created_at < now()) then
    return null;
  end if;
  if kind = 'security.device' then
    select device_hash into device from sessions where id = new.subject_id::bigint;
    if exists (
      select
      from sessions
      where account_id = whom and device_hash = device and id <> new.subject_id::bigint
    ) then
      return null;
    end if;
  end if;
  perform record_event(
    kind, case kind when 'security.device' then new.subject_id else new.id::text end, whom,
    jsonb_build_object('action', new.action, 'by', new.actor));
  return null;
end $$;

create or replace trigger audit_events after insert on audit for each row
  execute function record_security_event();
