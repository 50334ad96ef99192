-- History cannot be rewritten, nor an attempt removed: it is the guard of "sent at most once".
create or replace function reject_rewrite() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create or replace trigger attempts_no_delete
  before delete on attempts
  for each row
  execute function reject_rewrite();

create or replace trigger attempts_no_truncate
  before truncate on attempts
  for each statement
  execute function reject_rewrite();

create or replace trigger audit_append_only
  before delete or update on audit
  for each row
  execute function reject_rewrite();

create or replace trigger audit_no_truncate
  before truncate on audit
  for each statement
  execute function reject_rewrite();

create or replace trigger audit_personal_no_truncate before truncate on audit_personal
  for each statement execute function reject_rewrite();

create or replace trigger daily_closes_append_only
  before delete or update on daily_closes
  for each row
  execute function reject_rewrite();

create or replace trigger daily_closes_no_truncate
  before truncate on daily_closes
  for each statement
  execute function reject_rewrite();

create or replace trigger dedicated_accounts_no_delete
  before delete on dedicated_accounts
  for each row
  execute function reject_rewrite();

create or replace trigger entries_append_only
  before delete or update on entries
  for each row
  execute function reject_rewrite();

create or replace trigger entries_no_truncate
  before truncate on entries
  for each statement
  execute function reject_rewrite();

create or replace trigger journals_append_only
  before delete or update on journals
  for each row
  execute function reject_rewrite();

create or replace trigger journals_no_truncate
  before truncate on journals
  for each statement
  execute function reject_rewrite();

create or replace trigger level_upgrades_no_delete
  before delete on level_upgrades
  for each row
  execute function reject_rewrite();

-- A notification of a month ago may go: how long it is kept is the operator's choice.
create or replace trigger notifications_no_delete before delete on notifications for each row
  when (old.at > now() - interval '30 days') execute function reject_rewrite();

create or replace trigger notifications_no_truncate
  before truncate on notifications
  for each statement
  execute function reject_rewrite();

create or replace trigger operator_entries_append_only before delete or update on operator_entries
  for each row execute function reject_rewrite();

create or replace trigger operator_entries_no_truncate before truncate on operator_entries
  for each statement execute function reject_rewrite();

create or replace trigger orders_no_delete
  before delete on orders
  for each row
  execute function reject_rewrite();

create or replace trigger payment_refunds_no_delete
  before delete on payment_refunds
  for each row
  execute function reject_rewrite();

create or replace trigger payments_no_delete
  before delete on payments
  for each row
  execute function reject_rewrite();

create or replace trigger plan_changes_append_only before delete or update on plan_changes
  for each row execute function reject_rewrite();

create or replace trigger plan_prices_append_only before delete or update on plan_prices
  for each row execute function reject_rewrite();

create or replace trigger plan_prices_no_truncate before truncate on plan_prices
  for each statement execute function reject_rewrite();

create or replace trigger provider_keys_no_delete
  before delete on provider_keys
  for each row
  execute function reject_rewrite();

create or replace trigger provider_transactions_no_delete before delete on provider_transactions
  for each row execute function reject_rewrite();

create or replace trigger provider_transactions_no_truncate before truncate on provider_transactions
  for each statement execute function reject_rewrite();

create or replace trigger purchases_no_delete
  before delete on purchases
  for each row
  execute function reject_rewrite();

create or replace trigger purchases_no_truncate
  before truncate on purchases
  for each statement
  execute function reject_rewrite();

create or replace trigger referral_rewards_no_delete
  before delete on referral_rewards
  for each row
  execute function reject_rewrite();

create or replace trigger referrals_no_delete
  before delete on referrals
  for each row
  execute function reject_rewrite();

create or replace trigger reseller_notes_append_only before delete or update on reseller_notes
  for each row execute function reject_rewrite();

create or replace trigger reseller_notes_no_truncate before truncate on reseller_notes
  for each statement execute function reject_rewrite();

create or replace trigger settlement_lines_no_delete
  before delete on settlement_lines
  for each row
  execute function reject_rewrite();

create or replace trigger settlement_lines_no_truncate before truncate on settlement_lines
  for each statement execute function reject_rewrite();

create or replace trigger settlements_append_only before delete or update on settlements
  for each row execute function reject_rewrite();

create or replace trigger staff_roles_built_in_no_change before delete or update on staff_roles
  for each row when (old.built_in is not null) execute function reject_rewrite();

create or replace trigger staff_roles_no_truncate
  before truncate on staff_roles
  for each statement
  execute function reject_rewrite();

create or replace trigger suppliers_no_delete
  before delete on suppliers
  for each row
  execute function reject_rewrite();

create or replace trigger upstream_adjustments_append_only before delete or update on upstream_adjustments
  for each row execute function reject_rewrite();

create or replace trigger upstream_adjustments_no_truncate before truncate on upstream_adjustments
  for each statement execute function reject_rewrite();
