-- The event of which a record notifies its account, if any. In SQL its text would be put into the condition
-- of the trigger, and so parsed and planned again for each statement that writes a record, every purchase's
-- among them.
create or replace function notification_event_of(action text) returns text language plpgsql immutable as $$
begin
  return case
    when action = 'session.opened' then 'device'
    when action in ('account.password', 'account.password_reset', 'account.link_issued') then 'password'
    when action in (
      'two_factor.on', 'two_factor.off', 'two_factor.replaced', 'two_factor.reset',
      'two_factor.backup_codes', 'two_factor.backup_used', 'device.remembered',
      'passkey.added', 'passkey.removed', 'pin.set', 'pin.removed', 'pin.locked'
    ) then 'sign_in'
    when action in (
      'token.issued', 'token.rotated', 'token.revoked', 'token.limited',
      'webhook.added', 'webhook.removed', 'webhook.rotated', 'webhook.gone',
      'shop.keys_set', 'shop.keys_removed'
    ) then 'keys'
  end;
end $$;
