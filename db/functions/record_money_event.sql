-- Records the event of money that was credited or debited.
create or replace function record_money_event() returns trigger language plpgsql as $$
begin
  perform record_event(
    'wallet.changed', new.id::text, new.reseller_id,
    jsonb_build_object('kind', new.kind, 'amount', amount::text, 'wallet', balance::text))
  from entries
  where journal_id = new.id and account = 'wallet' and (new.purchase_id is null or balance < 0 and balance - amount >= 0);
  return null;
end $$;

-- What belongs to no purchase is money that came or was taken. The prices of messages are many and small: the
-- statement shows them. Of the commissions that are reversed, only the one that takes a wallet below zero counts.
create or replace trigger journals_events after insert on journals for each row
  when (new.purchase_id is null and new.kind <> 'message' or new.kind = 'commission_reversal')
  execute function record_money_event();
