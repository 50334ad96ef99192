-- Money in a wallet that came from a payment, or went back to its payer, was confirmed by the provider.
create or replace function check_payment_proven() returns trigger language plpgsql as $$
declare
  about bigint := case tg_table_name
    when 'operator_entries' then (to_jsonb(new) ->> 'journal_id')::bigint
    else new.id
  end;
begin
  if not is_payment_proven(about) then
    raise exception 'no provider confirmed the money of journal %', about
      using errcode = 'check_violation', constraint = 'payments_proven';
  end if;
  return null;
end $$;

drop trigger if exists journals_check_money_proven on journals;
create constraint trigger journals_check_money_proven after insert on journals deferrable initially deferred
  for each row when (new.kind ~ '^(payment|refund|charge_back)') execute function check_payment_proven();

drop trigger if exists operator_entries_check_proven on operator_entries;
create constraint trigger operator_entries_check_proven
  after insert on operator_entries
  deferrable initially deferred
  for each row when (new.account = 'wallets') execute function check_payment_proven();
