-- Its subject is the latest credit: a balance that goes up and down around the line notifies once for each.
create or replace function record_low_balance_event() returns trigger language plpgsql as $$
begin
  perform record_event(
    'wallet.low',
    coalesce((
      select max(id)
      from journals
      where reseller_id = new.reseller_id
        and kind not in ('hold', 'settle', 'release') and kind in ('credit', 'payment', 'charge_back_won')
    ), 0)::text,
    new.reseller_id, jsonb_build_object('wallet', new.wallet::text, 'below', new.low_balance_threshold::text)
  );
  return null;
end $$;

create or replace trigger wallets_events after update of wallet on wallets for each row
  when (new.wallet < new.low_balance_threshold and old.wallet >= new.low_balance_threshold)
  execute function record_low_balance_event();
