-- The floor of a wallet after a transfer that leaves `wallet` in it. What an admin, a bank, a customer or an agent
-- gets back may take more than the wallet has, and lowers the floor to the debt; money that comes in raises it
-- with the balance, up to 0. No other transfer may take more, so the floor stays.
create or replace function floor_after(
  transfer text, to_account text, floor bigint, wallet bigint
) returns bigint language sql immutable as $$
  select case
    when transfer in ('claw_back', 'charge_back', 'referral_reversal', 'refund',
      'commission_reversal') then least(floor, wallet)
    when to_account = 'wallet' then least(0, greatest(floor, wallet))
    else floor
  end
$$;
