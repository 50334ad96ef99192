create or replace function create_money_notification() returns trigger language plpgsql as $$
begin
  perform create_notification(
    new.reseller_id, 'money', new.id::text,
    jsonb_build_object('kind', new.kind, 'amount', amount::text, 'wallet', balance::text))
  from entries
  where journal_id = new.id and account = 'wallet';
  return null;
end $$;

-- What belongs to no purchase is money that came or was taken. The prices of messages are many and small: the
-- statement shows them.
create or replace trigger journals_notifications after insert on journals for each row
  when (new.purchase_id is null and new.kind <> 'message') execute function create_money_notification();
