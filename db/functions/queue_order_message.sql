-- Queues a message about an order to its customer, who agreed to messages: once for each fact, and in its
-- transaction.
create or replace function queue_order_message(about orders, what text, fact text) returns void
language sql as $$
  select queue_customer_message(
    what, fact, about.message_by, about.phone, about.reseller_id, about.id, about.purchase_id,
    greatest(about.placed_at, about.paid_at)
  )
$$;
