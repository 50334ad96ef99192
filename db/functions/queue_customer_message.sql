-- Queues a message about an order or a purchase to its customer, who agreed to messages: once for each fact,
-- and in its transaction. Without a medium it queues none. The payer is the reseller's own, or that of the
-- settings. A reseller who pays agreed to a price; above it nothing is queued.
create or replace function queue_customer_message(
  what text, fact text, medium text, number text, reseller bigint, about_order bigint, about_purchase bigint,
  asked_at timestamptz
) returns void
language sql as $$
  with made as (
    insert into customer_messages (
      key, kind, recipient_id, reseller_id, order_id, purchase_id, medium, payer, price, prompt
    )
    select
      what || ' ' || fact, what, r.id, reseller, about_order, about_purchase, medium,
      case when priced.price > 0 then payer.name else 'operator' end, priced.price,
      asked_at > now() - interval '30 minutes'
    from message_settings s
    join shops on shops.reseller_id = reseller
    join shop_messages m on m.shop_id = shops.id
    join message_recipients r on r.phone = number and r.stopped_at is null
    cross join lateral (
      select case queue_customer_message.medium when 'sms' then s.sms_price else s.whatsapp_price end
    ) priced (price)
    cross join lateral (
      select coalesce((select z.message_payer from resellers z where z.id = reseller), s.order_payer)
    ) payer (name)
    where s.enabled and queue_customer_message.medium is not null
      and (payer.name = 'operator' or priced.price <= coalesce(m.agreed_price, 0))
    on conflict (key) do nothing
    returning message_id, recipient_id, reseller_id, kind
  )
  insert into deliveries (channel, target, account_id, type, subject, message_id, expires_at)
  select 'messages', recipient_id::text, reseller_id, kind, fact, message_id, now() + interval '1 day'
  from made
$$;
