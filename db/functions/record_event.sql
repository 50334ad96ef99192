-- Writes an event in the transaction of its fact, also of a command. NOTIFY lane, once per transaction.
create or replace function record_event(of_kind text, of_subject text, of_reseller bigint, with_facts jsonb)
returns void language plpgsql as $$
declare
  notified text;
begin
  insert into events (kind, subject, reseller_id, facts) values (of_kind, of_subject, of_reseller, with_facts);
  -- An assignment, unlike `perform`, runs no query.
  notified := pg_notify('lane', 'events');
end $$;
