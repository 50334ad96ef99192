-- PostgreSQL reads a trigger's condition anew for each statement that writes a row: 9,000 signs of them cost a purchase more than
-- what they kept from being called. What is long stands in the functions now, which are read once in a session.
create or replace function tell_of_purchase() returns trigger language plpgsql as $$
begin
  if new.state is distinct from old.state and (
      new.state in ('unconfirmed', 'reversed')
      or new.state = 'failed' and new.settled_by is distinct from 'cancelled'
      or new.state = 'successful'
        and (old.state = 'unconfirmed' or new.run_id is null and new.settled_at > new.placed_at + interval '10 minutes')) then
    perform tell_account(new.reseller_id,
      case when new.state = 'unconfirmed' then 'not_confirmed' when old.state = 'unconfirmed' then 'decided'
        when new.state = 'successful' then 'late' else 'failed' end,
      case when new.run_id is null then new.ident else 'list ' || new.run_id end,
      jsonb_strip_nulls(jsonb_build_object('state', new.state, 'ident', new.ident, 'price', new.price::text,
        'plan', concat_ws(' ', new.network_name, new.size, new.volume), 'run', new.run_id)));
  end if;
  return null;
end $$;
--> statement-breakpoint
create or replace trigger purchases_notices after update of state on purchases for each row execute function tell_of_purchase();
--> statement-breakpoint
create or replace function tell_webhooks_of_purchase() returns trigger language plpgsql as $$
begin
  if new.state is distinct from old.state and new.state in ('successful', 'failed', 'reversed') then
    insert into webhook_deliveries (endpoint_id, type, subject)
      select id, 'purchase.' || new.state, new.ident from webhook_endpoints
      where reseller_id = new.reseller_id and removed_at is null and 'purchases' = any(events);
    if found then perform pg_notify('webhook', ''); end if;
  end if;
  return null;
end $$;
--> statement-breakpoint
create or replace trigger purchases_webhooks after update of state on purchases for each row
  execute function tell_webhooks_of_purchase();
--> statement-breakpoint
-- What belongs to no purchase is money that came or was taken.
create or replace trigger journals_notices after insert on journals for each row
  when (new.purchase_id is null) execute function tell_of_money();
--> statement-breakpoint
drop trigger journals_by_hand_told on journals;
--> statement-breakpoint
create trigger journals_money_told after insert on journals for each row
  when (new.purchase_id is null) execute function tell_wallet();
--> statement-breakpoint
-- One in place of three, before they go.
create constraint trigger journals_money_proven after insert on journals deferrable initially deferred
  for each row when (new.kind ~ '^(payment|refund|charge_back)') execute function payment_is_proven();
--> statement-breakpoint
drop trigger journals_payment_proven on journals;
--> statement-breakpoint
drop trigger journals_charge_back_proven on journals;
--> statement-breakpoint
drop trigger journals_refund_proven on journals;
