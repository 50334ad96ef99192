-- A refund has the event of its reversal.
create or replace function record_delivery_issue_event() returns trigger language plpgsql as $$
declare
  kind constant text := case
    when new.kind in ('delivered', 'asking', 'customer') then 'delivery_issue.answered'
    when new.kind in ('opened', 'reply', 'reopened') then 'delivery_issue.reported'
  end;
begin
  if kind is null then return null; end if;
  perform record_event(
    kind, new.id::text, c.reseller_id, jsonb_build_object('kind', new.kind, 'ident', p.ident))
  from delivery_issues c
  join purchases p on p.id = c.purchase_id
  where c.id = new.delivery_issue_id;
  return null;
end $$;

create or replace trigger delivery_issue_messages_events after insert on delivery_issue_messages
  for each row execute function record_delivery_issue_event();
