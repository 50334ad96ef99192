-- Notifies all that wait for a change: the dispatcher, pages, and clients by their webhooks.
create or replace function notify_dispatcher() returns trigger language plpgsql as $$
begin
  perform pg_notify('dispatcher', '');
  return null;
end $$;

create or replace trigger dispatcher_notify after update of stopped on dispatcher
  for each row when (old.stopped is distinct from new.stopped) execute function notify_dispatcher();

create or replace trigger supplier_sending_notify after update of stopped, probe_at on supplier_sending
  for each row when (((old.stopped is distinct from new.stopped)
    or (old.probe_at is distinct from new.probe_at))) execute function notify_dispatcher();

create or replace trigger suppliers_notify after update of enabled on suppliers
  for each row when (old.enabled is distinct from new.enabled) execute function notify_dispatcher();
