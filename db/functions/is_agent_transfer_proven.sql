-- Returns whether the journals of a transfer between a parent and an agent moved its amount from one wallet to the
-- other.
create or replace function is_agent_transfer_proven(t agent_transfers) returns boolean stable language sql as $$
  select not exists (
    select
    from (values
      (t.send_journal_id, 'send', t.from_id, -t.amount),
      (t.receive_journal_id, 'receive', t.to_id, t.amount)
    ) moved (id, kind, reseller_id, amount)
    where moved.id is not null and not exists (
      select
      from journals j
      join entries e on e.journal_id = j.id and e.account = 'wallet'
      where j.id = moved.id and j.kind = moved.kind and j.reseller_id = moved.reseller_id
        and e.amount = moved.amount
    )
  )
$$;
