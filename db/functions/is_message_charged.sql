-- Returns whether the journal of a message took its price from the reseller's wallet.
create or replace function is_message_charged(m customer_messages) returns boolean stable language sql as $$
  select exists (
    select
    from journals j
    join entries e on e.journal_id = j.id and e.account = 'wallet'
    where j.id = m.journal_id and j.kind = 'message' and j.reseller_id = m.reseller_id
      and j.ref = 'message ' || m.message_id and e.amount = -m.price
  )
$$;
