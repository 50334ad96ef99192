-- When a transaction commits, the operator's ledger agrees with each transaction.
create or replace function check_operator_entries() returns trigger language plpgsql as $$
declare
  about bigint := case tg_table_name
    when 'provider_transactions' then new.id
    else (to_jsonb(new) ->> 'transaction_id')::bigint
  end;
begin
  if not exists (select from provider_transactions t where t.id = about and operator_entries_agree(t)) then
    raise exception 'the operator''s entries of transaction % do not agree with it', about
      using errcode = 'check_violation', constraint = 'operator_entries_agree';
  end if;
  return null;
end $$;

drop trigger if exists operator_entries_check_agree on operator_entries;
create constraint trigger operator_entries_check_agree
  after insert on operator_entries
  deferrable initially deferred
  for each row execute function check_operator_entries();

drop trigger if exists provider_transactions_check_agree on provider_transactions;
create constraint trigger provider_transactions_check_agree after insert or update on provider_transactions
  deferrable initially deferred for each row execute function check_operator_entries();

drop trigger if exists settlement_lines_check_agree on settlement_lines;
create constraint trigger settlement_lines_check_agree after insert or update on settlement_lines
  deferrable initially deferred for each row when (new.transaction_id is not null)
    execute function check_operator_entries();
