-- Checks at the commit that the journals of a transfer match it, to the unit.
create or replace function check_agent_transfer() returns trigger language plpgsql as $$
begin
  if not is_agent_transfer_proven(new) then
    raise exception 'the journals of transfer % do not match it', new.id
      using errcode = 'check_violation', constraint = 'agent_transfers_check_proven';
  end if;
  return null;
end $$;

drop trigger if exists agent_transfers_check_proven on agent_transfers;
create constraint trigger agent_transfers_check_proven after insert or update on agent_transfers
  deferrable initially deferred
  for each row when (new.send_journal_id is not null) execute function check_agent_transfer();
