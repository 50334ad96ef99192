-- Once for each time that money came: a balance that goes up and down around the line says it once.
create or replace function create_low_balance_notification() returns trigger language plpgsql as $$
begin
  perform create_notification(
    new.reseller_id, 'money_low',
    coalesce((
      select max(id)
      from journals
      where reseller_id = new.reseller_id
        and kind not in ('hold', 'settle', 'release') and kind in ('credit', 'payment', 'charge_back_won')
    ), 0)::text,
    jsonb_build_object('wallet', new.wallet::text, 'below', new.low_balance_threshold::text)
  );
  return null;
end $$;

create or replace trigger wallets_notifications after update of wallet on wallets for each row
  when (new.wallet < new.low_balance_threshold and old.wallet >= new.low_balance_threshold)
  execute function create_low_balance_notification();
