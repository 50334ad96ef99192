create or replace function create_delivery_issue_notification() returns trigger language plpgsql as $$
begin
  perform create_notification(
    c.reseller_id, 'delivery_issue', new.id::text, jsonb_build_object('kind', new.kind, 'ident', p.ident))
  from delivery_issues c
  join purchases p on p.id = c.purchase_id
  where c.id = new.delivery_issue_id;
  return null;
end $$;

-- A refund is notified of by its reversal.
create or replace trigger delivery_issue_messages_notifications
  after insert on delivery_issue_messages
  for each row
  when (new.kind in ('delivered', 'asking', 'customer'))
    execute function create_delivery_issue_notification();
