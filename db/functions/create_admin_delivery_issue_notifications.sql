create or replace function create_admin_delivery_issue_notifications() returns trigger language plpgsql as $$
begin
  perform create_notification(
    a.id, 'new_delivery_issue', new.id::text, jsonb_build_object('kind', new.kind, 'ident', p.ident))
  from delivery_issues c
  join purchases p on p.id = c.purchase_id, accounts a
  where c.id = new.delivery_issue_id and a.role = 'admin' and a.closed_at is null;
  return null;
end $$;

create or replace trigger delivery_issue_messages_admin_notifications
  after insert on delivery_issue_messages
  for each row
  when (new.kind in ('opened', 'reply', 'reopened'))
    execute function create_admin_delivery_issue_notifications();
