-- Checks at the commit that a wallet paid a message, to the unit.
create or replace function check_message_charged() returns trigger language plpgsql as $$
begin
  if not is_message_charged(new) then
    raise exception 'message % was not charged', new.id
      using errcode = 'check_violation', constraint = 'customer_messages_check_charged';
  end if;
  return null;
end $$;

drop trigger if exists customer_messages_check_charged on customer_messages;
create constraint trigger customer_messages_check_charged
  after insert or update of journal_id, price, payer on customer_messages
  deferrable initially deferred
  for each row when (new.journal_id is not null) execute function check_message_charged();
