-- Money that moved from one balance of a reseller to another. Inserting a transfer writes its journal
-- and its two entries (write_transfer); the caller has changed the balances of the wallet, and names
-- them as they are after it.
create or replace view transfers as
select
  j.id, j.reseller_id, j.kind,
  source.account as from_account, target.account as to_account, target.amount,
  source.balance as from_balance, target.balance as to_balance,
  j.purchase_id, j.reverses_id, j.reason, j.ref, j.actor
from journals j
join entries source on source.journal_id = j.id and source.amount < 0
join entries target on target.journal_id = j.id and target.amount > 0;
