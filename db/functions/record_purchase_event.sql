-- The conditions are here, not at the trigger: PostgreSQL parses that again for each
-- statement that writes a row.
create or replace function record_purchase_event() returns trigger language plpgsql as $$
begin
  if new.state = old.state or new.state not in ('successful', 'failed', 'reversed') then return null; end if;
  perform record_event(
    case new.state when 'reversed' then 'purchase.reversed' else 'purchase.settled' end,
    new.ident, new.reseller_id, jsonb_build_object('state', new.state, 'was', old.state));
  return null;
end $$;

-- What it replaces goes in the same transaction.
drop trigger if exists purchases_webhooks on purchases;
drop function if exists queue_purchase_webhooks();
create or replace trigger purchases_events after update of state on purchases for each row
  execute function record_purchase_event();
