-- The worker hears of payments to verify and of refunds to request.
create or replace function notify_payment() returns trigger language plpgsql as $$
begin
  perform pg_notify('payment', '');
  return null;
end $$;

create or replace trigger payment_refunds_notify
  after insert on payment_refunds
  for each statement
  execute function notify_payment();

create or replace trigger provider_webhooks_notify after insert on provider_webhooks
  for each statement execute function notify_payment();
