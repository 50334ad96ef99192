-- What no table definition can say: history that cannot be rewritten, journals that balance, a purchase that only moves
-- along its states, and who is told when something changes.

-- History cannot be rewritten.
create function reject_rewrite() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger audit_append_only before delete or update on audit for each row execute function reject_rewrite();
--> statement-breakpoint
create trigger audit_no_truncate before truncate on audit for each statement execute function reject_rewrite();
--> statement-breakpoint
create trigger audit_personal_no_truncate before truncate on audit_personal
  for each statement execute function reject_rewrite();
--> statement-breakpoint
create trigger entries_append_only before delete or update on entries for each row execute function reject_rewrite();
--> statement-breakpoint
create trigger entries_no_truncate before truncate on entries for each statement execute function reject_rewrite();
--> statement-breakpoint
create trigger journals_append_only before delete or update on journals for each row execute function reject_rewrite();
--> statement-breakpoint
create trigger journals_no_truncate before truncate on journals for each statement execute function reject_rewrite();
--> statement-breakpoint
create trigger orders_no_delete before delete on orders for each row execute function reject_rewrite();
--> statement-breakpoint
create trigger plan_changes_append_only before delete or update on plan_changes
  for each row execute function reject_rewrite();
--> statement-breakpoint
create trigger plan_prices_append_only before delete or update on plan_prices
  for each row execute function reject_rewrite();
--> statement-breakpoint
create trigger plan_prices_no_truncate before truncate on plan_prices
  for each statement execute function reject_rewrite();
--> statement-breakpoint
create trigger purchases_no_delete before delete on purchases for each row execute function reject_rewrite();
--> statement-breakpoint
create trigger purchases_no_truncate before truncate on purchases for each statement execute function reject_rewrite();
--> statement-breakpoint
create trigger reseller_notes_append_only before delete or update on reseller_notes
  for each row execute function reject_rewrite();
--> statement-breakpoint
create trigger reseller_notes_no_truncate before truncate on reseller_notes
  for each statement execute function reject_rewrite();
--> statement-breakpoint
create trigger upstream_adjustments_append_only before delete or update on upstream_adjustments
  for each row execute function reject_rewrite();
--> statement-breakpoint
create trigger upstream_adjustments_no_truncate before truncate on upstream_adjustments
  for each statement execute function reject_rewrite();
--> statement-breakpoint
-- Each journal sums to zero when its transaction commits.
create function check_journal_balance() returns trigger language plpgsql as $$
begin
  if (select sum(amount) from entries where journal_id = new.journal_id) <> 0 then
    raise exception 'journal % does not sum to zero', new.journal_id
      using errcode = 'check_violation', constraint = 'journals_balanced';
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger journals_balanced after insert on entries deferrable initially deferred
  for each row execute function check_journal_balance();
--> statement-breakpoint
-- A reseller has a wallet from the first moment.
create function open_wallet() returns trigger language plpgsql as $$
begin
  insert into wallets (reseller_id) values (new.id);
  return null;
end $$;
--> statement-breakpoint
create trigger resellers_wallet after insert on resellers for each row execute function open_wallet();
--> statement-breakpoint
-- What money and answers depend on is on the disk when it is committed, whatever the server's setting says.
create function commit_durably() returns trigger language plpgsql as $$
begin
  if current_setting('synchronous_commit') <> 'remote_apply' then
    perform set_config('synchronous_commit', 'on', true);
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger attempts_durable after insert or update on attempts
  for each statement execute function commit_durably();
--> statement-breakpoint
create trigger journals_durable after insert on journals for each statement execute function commit_durably();
--> statement-breakpoint
-- What a list was, stays: a purchase keeps its list, a row is settled once, and only a draft is thrown away.
create function check_purchase_update() returns trigger language plpgsql as $$
begin
  if (new.ident, new.reseller_id, new.namespace, new.ref, new.plan_id, new.network_id, new.phone, new.price, new.cost, new.batch_id)
     is distinct from
     (old.ident, old.reseller_id, old.namespace, old.ref, old.plan_id, old.network_id, old.phone, old.price, old.cost, old.batch_id) then
    raise exception 'what was bought cannot be changed' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('queued', 'sending'), ('queued', 'failed'),
    ('sending', 'queued'), ('sending', 'successful'), ('sending', 'failed'), ('sending', 'unconfirmed'),
    ('unconfirmed', 'successful'), ('unconfirmed', 'failed'),
    ('successful', 'reversed')
  ) then
    raise exception 'a % purchase cannot become %', old.state, new.state
      using errcode = 'check_violation', constraint = 'purchases_update_check';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger purchases_update_check before update on purchases for each row execute function check_purchase_update();
--> statement-breakpoint
-- The rows of a list have room of their own, so that whoever sends one can still buy otherwise.
create function count_queued_purchases(reseller bigint, most integer) returns integer language plpgsql as $$
begin
  return (select count(*) from (
    select from purchases
    where state = 'queued' and reseller_id = reseller and channel in ('web', 'storefront', 'api')
    limit most) own);
end $$;
--> statement-breakpoint
-- Wakes the lane that sends it.
create function notify_delivery() returns trigger language plpgsql as $$
begin
  perform pg_notify('lane', new.channel);
  return null;
end $$;
--> statement-breakpoint
create trigger deliveries_notify after insert on deliveries for each row execute function notify_delivery();
--> statement-breakpoint
-- Who waits for a change is told of it: the dispatcher, pages, and programs by their webhooks.
create function notify_dispatcher() returns trigger language plpgsql as $$
begin
  perform pg_notify('dispatcher', '');
  return null;
end $$;
--> statement-breakpoint
create trigger dispatcher_notify after update of stopped, probe_at on dispatcher
  for each row when (((old.stopped is distinct from new.stopped) or (old.probe_at is distinct from new.probe_at))) execute function notify_dispatcher();
--> statement-breakpoint
create function notify_purchase() returns trigger language plpgsql as $$
begin
  perform pg_notify('purchase', new.reseller_id || ' ' || new.ident || ' ' || new.state);
  return null;
end $$;
--> statement-breakpoint
create trigger purchases_moved_notify after update of state on purchases
  for each row when ((new.state is distinct from old.state)) execute function notify_purchase();
--> statement-breakpoint
create trigger purchases_placed_notify after insert on purchases for each row execute function notify_purchase();
--> statement-breakpoint
create function notify_wallet() returns trigger language plpgsql as $$
begin
  perform pg_notify('wallet', new.reseller_id::text);
  return null;
end $$;
--> statement-breakpoint
create trigger funding_requests_notify after insert or update of state on funding_requests
  for each row execute function notify_wallet();
--> statement-breakpoint
create function notify_order() returns trigger language plpgsql as $$
begin
  perform pg_notify('order', new.reseller_id || ' ' || new.id || ' ' || new.payment);
  return null;
end $$;
--> statement-breakpoint
create trigger orders_moved_notify after update of payment on orders
  for each row when ((new.payment is distinct from old.payment)) execute function notify_order();
--> statement-breakpoint
create trigger orders_placed_notify after insert on orders for each row execute function notify_order();
--> statement-breakpoint
create function queue_purchase_webhooks() returns trigger language plpgsql as $$
begin
  if new.state is distinct from old.state and new.state in ('successful', 'failed', 'reversed') then
    insert into deliveries (channel, target, account_id, type, subject)
      select 'webhooks', id::text, reseller_id, 'purchase.' || new.state, new.ident from webhook_endpoints
      where reseller_id = new.reseller_id and removed_at is null and 'purchases' = any(events);
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger purchases_webhooks after update of state on purchases for each row
  execute function queue_purchase_webhooks();
--> statement-breakpoint
create function queue_plan_webhooks() returns trigger language plpgsql as $$
begin
  insert into deliveries (channel, target, account_id, type, subject)
    select 'webhooks', id::text, reseller_id, 'plans.changed', new.version::text from webhook_endpoints
    where removed_at is null and 'plans' = any(events);
  return null;
end $$;
--> statement-breakpoint
create trigger catalogue_webhooks after update of version on catalogue
  for each row when ((new.version <> old.version)) execute function queue_plan_webhooks();
--> statement-breakpoint
-- What was delivered, or may be, is not given back.
create function check_order_update() returns trigger language plpgsql as $$
begin
  if (new.code, new.shop_id, new.reseller_id, new.ref, new.reference, new.plan_id, new.network_id, new.price)
     is distinct from
     (old.code, old.shop_id, old.reseller_id, old.ref, old.reference, old.plan_id, old.network_id, old.price) then
    raise exception 'what was ordered cannot be changed' using errcode = 'restrict_violation';
  end if;
  if new.phone is distinct from old.phone and new.phone is not null then
    raise exception 'the number of an order can only be forgotten' using errcode = 'restrict_violation';
  end if;
  if new.payment <> old.payment and (old.payment, new.payment) not in (
    ('awaiting', 'received'), ('awaiting', 'refused'), ('awaiting', 'expired'),
    ('expired', 'received'), ('expired', 'refused'), ('refused', 'received'),
    ('received', 'refunded')
  ) then
    raise exception 'an order that is % cannot become %', old.payment, new.payment
      using errcode = 'check_violation', constraint = 'orders_update_check';
  end if;
  if new.payment = 'refunded' and old.payment <> 'refunded' and exists (
    select from purchases where id = new.purchase_id and state not in ('failed', 'reversed')
  ) then
    raise exception 'an order that was delivered, or may be, is not given back'
      using errcode = 'check_violation', constraint = 'orders_delivered';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger orders_update_check before update on orders for each row execute function check_order_update();
--> statement-breakpoint
-- An address that a shop once had leads to it for ever.
create function keep_slug() returns trigger language plpgsql as $$
begin
  insert into shop_slugs (slug, shop_id) values (new.slug, new.id) on conflict (slug) do nothing;
  if not exists (select from shop_slugs where slug = new.slug and shop_id = new.id) then
    raise exception 'the address % belongs to another shop', new.slug
      using errcode = 'unique_violation', constraint = 'shops_slug';
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger shops_keep_slug after insert or update of slug on shops for each row execute function keep_slug();
--> statement-breakpoint
-- What is personal in a record of the audit stands apart, where it can be erased without rewriting history.
create function separate_personal_data(record audit) returns audit language plpgsql as $$
declare
  personal constant text[] := array['name', 'email', 'phone', 'whatsapp', 'payments', 'text', 'about', 'agent', 'note', 'bankReference'];
  e_mail constant text := '[^\s@<>,;:]+(@[^\s@<>,;:]+)+';
  number constant text := '\+?\d[\d ().-]{5,}\d';
  facts jsonb := '{}';
begin
  if jsonb_typeof(record.before) = 'object' and record.before ?| personal then
    facts := facts || jsonb_build_object('before',
      (select jsonb_object_agg(key, value) from jsonb_each(record.before) where key = any (personal)));
    record.before := record.before - personal;
  end if;
  if jsonb_typeof(record.after) = 'object' and record.after ?| personal then
    facts := facts || jsonb_build_object('after',
      (select jsonb_object_agg(key, value) from jsonb_each(record.after) where key = any (personal)));
    record.after := record.after - personal;
  end if;
  if record.reason ~ e_mail or record.reason ~ number then
    facts := facts || jsonb_build_object('reason', record.reason);
    record.reason := regexp_replace(regexp_replace(record.reason, e_mail, '[…]', 'g'), number, '[…]', 'g');
  end if;
  if facts <> '{}' then
    insert into audit_personal (audit_id, facts) values (record.id, facts);
  end if;
  return record;
end $$;
--> statement-breakpoint
create function separate_audit_personal_data() returns trigger language plpgsql as $$
begin
  return separate_personal_data(new);
end $$;
--> statement-breakpoint
-- What is recorded of a placing is figures alone.
create trigger audit_personal_separate before insert on audit for each row
  when (new.action <> 'purchase.placed') execute function separate_audit_personal_data();
--> statement-breakpoint
create function check_audit_personal_erasure() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or old.facts is null or new.facts is not null or new.audit_id <> old.audit_id then
    raise exception 'audit_personal is only erased' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger audit_personal_only_erased before delete or update on audit_personal
  for each row execute function check_audit_personal_erasure();
--> statement-breakpoint
-- Asked at each placing and claim. A session never sees another cluster or database; only the timeline may change under it.
create function database_identity() returns text language plpgsql stable as $$
declare
  kept text := current_setting('portal.database', true);
  cluster text := '-';
begin
  if coalesce(kept, '') = '' then
    begin
      select system_identifier into cluster from pg_control_system();
    exception when insufficient_privilege then
      null; -- Then the database's own number has to do.
    end;
    kept := cluster || ' ' || (select oid from pg_database where datname = current_database());
    perform set_config('portal.database', kept, false);
  end if;
  return replace(kept, ' ', ' ' || left(pg_walfile_name(pg_current_wal_lsn()), 8) || ' ');
end $$;
--> statement-breakpoint
-- What was asked for stays.
create function check_payment_update() returns trigger language plpgsql as $$
begin
  if (new.reference, new.purpose, new.order_id, new.keys_id, new.reseller_id, new.ref, new.provider, new.amount, new.currency, new.fee_bearer)
     is distinct from
     (old.reference, old.purpose, old.order_id, old.keys_id, old.reseller_id, old.ref, old.provider, old.amount, old.currency, old.fee_bearer) then
    raise exception 'what was asked for cannot be changed' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('started', 'paid'), ('started', 'review'), ('started', 'failed'), ('started', 'expired'),
    ('failed', 'paid'), ('failed', 'review'), ('expired', 'paid'), ('expired', 'review'), ('review', 'paid')
  ) then
    raise exception 'a % payment cannot become %', old.state, new.state
      using errcode = 'check_violation', constraint = 'payments_update_check';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger payments_update_check before update on payments for each row execute function check_payment_update();
--> statement-breakpoint
create trigger payments_no_delete before delete on payments for each row execute function reject_rewrite();
--> statement-breakpoint
create trigger payments_notify after insert or update of state, page on payments
  for each row execute function notify_wallet();
--> statement-breakpoint
create function notify_payment() returns trigger language plpgsql as $$
begin
  perform pg_notify('payment', '');
  return null;
end $$;
--> statement-breakpoint
create trigger provider_webhooks_notify after insert on provider_webhooks
  for each statement execute function notify_payment();
--> statement-breakpoint
-- Money begins as a provider confirmed it and only moves on as a decision, a refund or a chargeback may. Money that was sent back
-- from elsewhere may be charged back too, a part may be lost, a transaction may grow, and the payer may pay the fee on top.
create function check_provider_transaction() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state not in ('credited', 'suspense', 'direct', 'odd') or new.reversed_at is not null then
      raise exception 'money begins credited, in suspense, or with whom it is paid to' using errcode = 'check_violation';
    end if;
    if new.state = 'credited' and not exists (
      select from payments p where p.id = new.payment_id and p.keys_id is null and new.keys_id is null
        and (p.provider, p.reference, p.currency, p.reseller_id) = (new.provider, new.reference, new.currency, new.reseller_id)
        and new.credited = case when p.amount = new.gross and p.fee_bearer = 'reseller' then new.gross - new.fee
          when p.amount in (new.gross, new.gross - new.fee) then p.amount end
    ) and not exists (
      select from dedicated_accounts a join resellers r on r.id = a.reseller_id cross join payment_settings s
      where a.id = new.account_id and new.payment_id is null and a.state = 'open' and r.state <> 'closed'
        and (a.provider, a.currency, a.reseller_id) = (new.provider, new.currency, new.reseller_id)
        and (new.account is null or new.account = a.number) and new.gross >= s.min_amount
        and new.credited = case s.fee_bearer when 'reseller' then new.gross - new.fee else new.gross end
    ) then
      raise exception 'this is not what was asked for' using errcode = 'check_violation', constraint = 'payments_exact';
    end if;
    if new.keys_id is not null and not exists (
      select from payments p where p.id = new.payment_id
        and (p.provider, p.reference, p.keys_id) = (new.provider, new.reference, new.keys_id)
        and (new.state <> 'direct' or p.currency = new.currency and p.amount in (new.gross, new.gross - new.fee))
    ) then
      raise exception 'this is not what was asked for' using errcode = 'check_violation', constraint = 'payments_exact';
    end if;
    if new.part_of is not null and not exists (
      select from provider_transactions b where b.id = new.part_of and b.part_of is null
        and (b.provider, b.currency) = (new.provider, new.currency) and b.keys_id is not distinct from new.keys_id
        and starts_with(new.transaction, b.transaction || '+')
    ) then
      raise exception 'this is no part of that transaction' using errcode = 'check_violation', constraint = 'payments_exact';
    end if;
    return new;
  end if;
  if (new.provider, new.transaction, new.part_of, new.keys_id, new.payment_id, new.account_id, new.reference, new.gross, new.fee, new.currency, new.paid_at, new.account)
     is distinct from
     (old.provider, old.transaction, old.part_of, old.keys_id, old.payment_id, old.account_id, old.reference, old.gross, old.fee, old.currency, old.paid_at, old.account)
     or new.raw not in (old.raw, '')
     or (new.suspense_reason is distinct from old.suspense_reason and (old.state, new.state) not in (('credited', 'refunding'), ('direct', 'refunding')))
     or (new.extra <> old.extra
       and ((old.state, new.state) <> ('credited', 'refunding') or new.extra <> old.gross - old.lost - old.credited)) then
    raise exception 'what a provider confirmed cannot be changed' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and ((old.state, new.state) not in (
    ('suspense', 'assigned'), ('suspense', 'refunded'), ('suspense', 'refunding'), ('credited', 'refunding'),
    ('direct', 'refunding'), ('odd', 'refunding'), ('odd', 'refunded'), ('refunding', 'odd'),
    ('refunding', 'refunded'), ('refunding', 'suspense')
  ) or (new.reversed_at is not null and new.restored_at is null)) then
    raise exception 'money that is % cannot become %', old.state, new.state
      using errcode = 'check_violation', constraint = 'provider_transactions_moves';
  end if;
  if new.state = old.state
     and (new.reseller_id, new.credited, new.decided_at, new.decided_by, new.reason)
       is distinct from (old.reseller_id, old.credited - (new.lost - old.lost), old.decided_at, old.decided_by, old.reason) then
    raise exception 'what was decided cannot be changed' using errcode = 'restrict_violation';
  end if;
  if (old.reversed_at is not null and new.reversed_at is distinct from old.reversed_at)
     or (old.restored_at is not null and new.restored_at is distinct from old.restored_at)
     or (new.reversed_at is distinct from old.reversed_at
       and (old.state not in ('credited', 'assigned', 'suspense', 'refunded') or old.keys_id is not null))
     or (new.lost <> old.lost and (old.lost <> 0 or new.state <> old.state or old.state not in ('credited', 'assigned', 'suspense')
       or (old.reversed_at is not null and old.restored_at is null))) then
    raise exception 'money is taken back once, lost in part once, and given back once'
      using errcode = 'check_violation', constraint = 'provider_transactions_moves';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger provider_transactions_confirmed_check before insert or update on provider_transactions
  for each row execute function check_provider_transaction();
--> statement-breakpoint
create trigger provider_transactions_no_delete before delete on provider_transactions
  for each row execute function reject_rewrite();
--> statement-breakpoint
create trigger provider_transactions_no_truncate before truncate on provider_transactions
  for each statement execute function reject_rewrite();
--> statement-breakpoint
create trigger operator_entries_append_only before delete or update on operator_entries
  for each row execute function reject_rewrite();
--> statement-breakpoint
create trigger operator_entries_no_truncate before truncate on operator_entries
  for each statement execute function reject_rewrite();
--> statement-breakpoint
-- What was paid to a reseller's own account is in none of the house's.
create function check_operator_entries() returns trigger language plpgsql as $$
declare
  about bigint := case tg_table_name when 'provider_transactions' then new.id else (to_jsonb(new) ->> 'transaction_id')::bigint end;
begin
  if not exists (select from provider_transactions t where t.id = about and operator_entries_agree(t)) then
    raise exception 'the house''s entries of transaction % do not agree with it', about
      using errcode = 'check_violation', constraint = 'operator_entries_agree';
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger operator_entries_check_agree after insert on operator_entries deferrable initially deferred
  for each row execute function check_operator_entries();
--> statement-breakpoint
create constraint trigger provider_transactions_check_agree after insert or update on provider_transactions
  deferrable initially deferred for each row execute function check_operator_entries();
--> statement-breakpoint
-- So does the refund of a payment that was credited.
create function check_payment_proven() returns trigger language plpgsql as $$
declare
  about bigint := case tg_table_name when 'operator_entries' then (to_jsonb(new) ->> 'journal_id')::bigint else new.id end;
begin
  if not is_payment_proven(about) then
    raise exception 'no provider confirmed the money of journal %', about
      using errcode = 'check_violation', constraint = 'payments_proven';
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger operator_entries_check_proven after insert on operator_entries deferrable initially deferred
  for each row when (new.account = 'wallets') execute function check_payment_proven();
--> statement-breakpoint
-- What was asked for stays, and a number stays its reseller's.
create function check_dedicated_account_update() returns trigger language plpgsql as $$
begin
  if (new.reseller_id, new.provider, new.owner, new.currency) is distinct from
     (old.reseller_id, old.provider, old.owner, old.currency)
     or (old.number is not null and (new.number, new.opened_at) is distinct from (old.number, old.opened_at)) then
    raise exception 'an account number stays whose it is' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('asked', 'open'), ('asked', 'refused'), ('refused', 'asked'), ('open', 'retired'), ('retired', 'open')
  ) then
    raise exception 'an account that is % cannot become %', old.state, new.state
      using errcode = 'check_violation', constraint = 'dedicated_accounts_update_check';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger dedicated_accounts_update_check before update on dedicated_accounts for each row execute function check_dedicated_account_update();
--> statement-breakpoint
create trigger dedicated_accounts_no_delete before delete on dedicated_accounts for each row execute function reject_rewrite();
--> statement-breakpoint
create trigger dedicated_accounts_notify after insert or update of state on dedicated_accounts
  for each row execute function notify_wallet();
--> statement-breakpoint
-- Whose money it is hears of it: their wallet's, or that of the account it came to.
create function notify_money() returns trigger language plpgsql as $$
declare
  whose bigint := coalesce(new.reseller_id, (select reseller_id from dedicated_accounts where id = new.account_id));
begin
  if whose is not null then
    perform pg_notify('wallet', whose::text);
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger provider_transactions_notify after insert or update of state, reversed_at, restored_at on provider_transactions
  for each row execute function notify_money();
--> statement-breakpoint
-- A refund is of one transaction, under one key; what is over stays so.
create function check_refund_update() returns trigger language plpgsql as $$
begin
  if (new.key, new.provider_key, new.transaction_id, new.reason, new.requested_by) is distinct from
     (old.key, old.provider_key, old.transaction_id, old.reason, old.requested_by)
     or (old.refund is not null and new.refund is distinct from old.refund) then
    raise exception 'what was asked for cannot be changed' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and (old.state in ('done', 'failed') or new.state = 'asked') then
    raise exception 'a % refund cannot become %', old.state, new.state
      using errcode = 'check_violation', constraint = 'payment_refunds_update_check';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger payment_refunds_update_check before update on payment_refunds for each row execute function check_refund_update();
--> statement-breakpoint
create trigger payment_refunds_no_delete before delete on payment_refunds for each row execute function reject_rewrite();
--> statement-breakpoint
create trigger payment_refunds_notify after insert on payment_refunds for each statement execute function notify_payment();
--> statement-breakpoint
create function check_batch_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.state = 'draft' then return old; end if;
    raise exception 'a run that was begun is kept' using errcode = 'restrict_violation';
  end if;
  if (new.reseller_id, new.key) is distinct from (old.reseller_id, old.key) then
    raise exception 'whose list it is cannot be changed' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (('draft', 'running'), ('running', 'cancelled')) then
    raise exception 'a % run cannot become %', old.state, new.state
      using errcode = 'check_violation', constraint = 'batches_update_check';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger batches_update_check before update or delete on batches for each row execute function check_batch_change();
--> statement-breakpoint
create function check_batch_row_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.state = 'waiting' and not exists (select from batches where id = old.batch_id and state <> 'draft') then
      return old;
    end if;
    raise exception 'the rows of a run that was begun are kept' using errcode = 'restrict_violation';
  end if;
  if old.state <> 'waiting' or (new.batch_id, new.line, new.retry_of) is distinct from (old.batch_id, old.line, old.retry_of) then
    raise exception 'what became of a row cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger batch_rows_update_check before update or delete on batch_rows for each row execute function check_batch_row_change();
--> statement-breakpoint
-- Background work hears of a run that may go on, and pages of one that was paused.
create function notify_batch() returns trigger language plpgsql as $$
begin
  perform pg_notify('bulk', new.id::text), pg_notify('wallet', new.reseller_id::text);
  return null;
end $$;
--> statement-breakpoint
create trigger batches_notify after update of state, pause, done_at on batches
  for each row when ((old.state, old.pause, old.done_at) is distinct from (new.state, new.pause, new.done_at))
  execute function notify_batch();
--> statement-breakpoint
create function queue_announcement_webhooks() returns trigger language plpgsql as $$
begin
  insert into deliveries (channel, target, account_id, type, subject)
    select 'webhooks', id::text, reseller_id, 'announcement.made', new.id::text from webhook_endpoints
    where removed_at is null and 'announcements' = any(events);
  return null;
end $$;
--> statement-breakpoint
create trigger announcements_webhooks after insert on announcements
  for each row execute function queue_announcement_webhooks();
--> statement-breakpoint
-- What a provider said of a settlement stays; a line is put to the money that it is about, and taken into the books, once.
create function check_settlement_line_update() returns trigger language plpgsql as $$
begin
  if (new.settlement_id, new.transaction, new.nth, new.reference, new.gross, new.fee, new.currency)
     is distinct from (old.settlement_id, old.transaction, old.nth, old.reference, old.gross, old.fee, old.currency)
     or old.transaction_id is not null then
    raise exception 'what a provider settled cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger settlement_lines_update_check before update on settlement_lines for each row execute function check_settlement_line_update();
--> statement-breakpoint
create trigger settlement_lines_no_delete before delete on settlement_lines for each row execute function reject_rewrite();
--> statement-breakpoint
create trigger settlement_lines_no_truncate before truncate on settlement_lines
  for each statement execute function reject_rewrite();
--> statement-breakpoint
create trigger settlements_append_only before delete or update on settlements
  for each row execute function reject_rewrite();
--> statement-breakpoint
create constraint trigger settlement_lines_check_agree after insert or update on settlement_lines
  deferrable initially deferred for each row when (new.transaction_id is not null) execute function check_operator_entries();
--> statement-breakpoint
-- Keys are removed, for good, or replaced by others of the same account, which keep those before beside them for some days.
create function check_provider_keys_update() returns trigger language plpgsql as $$
declare
  resealing constant boolean := current_setting('portal.resealing', true) is not distinct from 'on';
  replaced constant boolean := coalesce(old.removed_at is null and new.removed_at is null
    and new.sealed is distinct from old.sealed and new.previous_sealed = old.sealed and new.previous_valid_until > now(), false);
  forgotten constant boolean := new.previous_sealed is null and new.previous_valid_until is null;
begin
  if (new.reseller_id, new.provider, new.address) is distinct from (old.reseller_id, old.provider, old.address)
     or (new.hint is distinct from old.hint and not replaced)
     or (new.sealed is not null and new.sealed is distinct from old.sealed
       and not (replaced or (resealing and old.sealed is not null)))
     or (new.previous_valid_until is distinct from old.previous_valid_until and not (replaced or forgotten))
     or (new.previous_sealed is distinct from old.previous_sealed
       and not (replaced or forgotten or (resealing and new.previous_sealed is not null and old.previous_sealed is not null)))
     or (old.removed_at is not null and new.removed_at is distinct from old.removed_at) then
    raise exception 'keys are removed, not changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger provider_keys_update_check before update on provider_keys for each row execute function check_provider_keys_update();
--> statement-breakpoint
create trigger provider_keys_no_delete before delete on provider_keys for each row execute function reject_rewrite();
--> statement-breakpoint
create trigger orders_waits_notify after update of waiting_for, changed_at on orders for each row
  when (new.payment = old.payment and (new.waiting_for, new.changed_at) is distinct from (old.waiting_for, old.changed_at))
  execute function notify_order();
--> statement-breakpoint
create function notify_delivery_issue() returns trigger language plpgsql as $$
begin
  perform pg_notify('wallet', new.reseller_id::text);
  return null;
end $$;
--> statement-breakpoint
create trigger delivery_issues_notify after insert or update on delivery_issues for each row execute function notify_delivery_issue();
--> statement-breakpoint
create trigger complaints_notify after insert or update on complaints for each row execute function notify_delivery_issue();
--> statement-breakpoint
-- What an account is told stays as it was told; it is only read, and passed on.
create function check_notification_update() returns trigger language plpgsql as $$
begin
  if (new.account_id, new.event, new.key, new.facts, new.shown, new.at) is distinct from
     (old.account_id, old.event, old.key, old.facts, old.shown, old.at)
     or old.read_at is not null and new.read_at is distinct from old.read_at
     or old.delivered_at is not null and new.delivered_at is distinct from old.delivered_at then
    raise exception 'what an account was told cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger notifications_update_check before update on notifications for each row execute function check_notification_update();
--> statement-breakpoint
-- What an account was told a month ago may go: how long it is kept is the operator's choice.
create trigger notifications_no_delete before delete on notifications for each row
  when (old.at > now() - interval '30 days') execute function reject_rewrite();
--> statement-breakpoint
create trigger notifications_no_truncate before truncate on notifications for each statement execute function reject_rewrite();
--> statement-breakpoint
-- Tells an account, once of each thing.
create function create_notification(whom bigint, of_event text, of_key text, with_facts jsonb) returns void language plpgsql as $$
begin
  insert into notifications (account_id, event, key, facts, shown) values (whom, of_event, of_key, with_facts,
      coalesce((select portal from notification_preferences where account_id = whom and event = of_event), true))
    on conflict on constraint notifications_once do nothing;
  if found then perform pg_notify('notice', whom::text); end if;
end $$;
--> statement-breakpoint
-- PostgreSQL reads a trigger's condition anew for each statement that writes a row: 9,000 signs of them cost a purchase more than
-- calling the function. So what is long stands in functions, which are read once in a session.
create function create_purchase_notification() returns trigger language plpgsql as $$
begin
  if new.state is distinct from old.state and (
      new.state in ('unconfirmed', 'reversed')
      or new.state = 'failed' and new.settled_by is distinct from 'cancelled'
      or new.state = 'successful'
        and (old.state = 'unconfirmed' or new.batch_id is null and new.settled_at > new.placed_at + interval '10 minutes')) then
    perform create_notification(new.reseller_id,
      case when new.state = 'unconfirmed' then 'not_confirmed' when old.state = 'unconfirmed' then 'decided'
        when new.state = 'successful' then 'late' else 'failed' end,
      case when new.batch_id is null then new.ident else 'list ' || new.batch_id end,
      jsonb_strip_nulls(jsonb_build_object('state', new.state, 'ident', new.ident, 'price', new.price::text,
        'plan', concat_ws(' ', new.network_name, new.size, new.volume), 'run', new.batch_id)));
  end if;
  return null;
end $$;
--> statement-breakpoint
-- Most purchases are delivered soon, and nobody is told of that: the condition is what they cost.
create trigger purchases_notifications after update of state on purchases for each row execute function create_purchase_notification();
--> statement-breakpoint
create function create_money_notification() returns trigger language plpgsql as $$
begin
  perform create_notification(new.reseller_id, 'money', new.id::text,
      jsonb_build_object('kind', new.kind, 'amount', amount::text, 'wallet', balance::text))
    from entries where journal_id = new.id and account = 'wallet';
  return null;
end $$;
--> statement-breakpoint
-- What belongs to no purchase is money that came or was taken.
create trigger journals_notifications after insert on journals for each row
  when (new.purchase_id is null) execute function create_money_notification();
--> statement-breakpoint
-- Once for each time that money came: a balance that goes up and down around the line says it once.
create function create_low_balance_notification() returns trigger language plpgsql as $$
begin
  perform create_notification(new.reseller_id, 'money_low',
    coalesce((select max(id) from journals where reseller_id = new.reseller_id
      and kind not in ('hold', 'settle', 'release') and kind in ('credit', 'payment', 'charge_back_won')), 0)::text,
    jsonb_build_object('wallet', new.wallet::text, 'below', new.low_balance_threshold::text));
  return null;
end $$;
--> statement-breakpoint
create trigger wallets_notifications after update of wallet on wallets for each row
  when (new.wallet < new.low_balance_threshold and old.wallet >= new.low_balance_threshold) execute function create_low_balance_notification();
--> statement-breakpoint
create function create_order_notification() returns trigger language plpgsql as $$
begin
  perform create_notification(new.reseller_id, 'order', new.id::text, jsonb_build_object('reference', new.reference,
    'price', new.price::text, 'plan', concat_ws(' ', new.network_name, new.size, new.volume)));
  return null;
end $$;
--> statement-breakpoint
create trigger orders_notifications after insert on orders for each row execute function create_order_notification();
--> statement-breakpoint
create function create_announcement_notifications() returns trigger language plpgsql as $$
begin
  insert into notifications (account_id, event, key, facts, shown)
    select r.id, 'announcement', new.id::text,
      jsonb_build_object('kind', new.kind, 'network', (select name from networks where id = new.network_id), 'text', new.text),
      coalesce(c.portal, true)
    from resellers r left join notification_preferences c on c.account_id = r.id and c.event = 'announcement'
    where r.state <> 'closed';
  if found then perform pg_notify('notice', ''); end if;
  return null;
end $$;
--> statement-breakpoint
create trigger announcements_notifications after insert on announcements for each row execute function create_announcement_notifications();
--> statement-breakpoint
-- The same answer, asked at each record. In SQL its text was put into the condition of the trigger, and so parsed and planned anew
-- for each statement that writes one, every purchase's among them.
create function notification_event_of(action text) returns text language plpgsql immutable as $$
begin
  return case
    when action = 'session.opened' then 'device'
    when action in ('account.password', 'account.password_reset', 'account.link_issued') then 'password'
    when action in ('two_factor.on', 'two_factor.off', 'two_factor.replaced', 'two_factor.reset', 'two_factor.backup_codes',
      'two_factor.backup_used', 'device.remembered', 'passkey.added', 'passkey.removed', 'pin.set', 'pin.removed', 'pin.locked')
      then 'sign_in'
    when action in ('token.issued', 'token.rotated', 'token.revoked', 'token.limited', 'webhook.added', 'webhook.removed',
      'shop.keys_set', 'shop.keys_removed') then 'keys'
  end;
end $$;
--> statement-breakpoint
create function create_security_notification() returns trigger language plpgsql as $$
declare
  told constant text := notification_event_of(new.action);
  whom bigint := coalesce(new.reseller_id, case new.subject when 'account' then new.subject_id::bigint
    when 'session' then (select account_id from sessions where id = new.subject_id::bigint) end);
  device text;
begin
  -- Nobody is told of what happens before they were ever there.
  if whom is null or not exists (select from sessions where account_id = whom and created_at < now()) then return null; end if;
  if told = 'device' then
    select device_hash into device from sessions where id = new.subject_id::bigint;
    if exists (select from sessions where account_id = whom and device_hash = device and id <> new.subject_id::bigint) then
      return null;
    end if;
    perform create_notification(whom, told, new.subject_id, '{}');
  else
    perform create_notification(whom, told, new.id::text, jsonb_build_object('action', new.action, 'by', new.actor));
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger audit_notifications after insert on audit for each row
  when (notification_event_of(new.action) is not null) execute function create_security_notification();
--> statement-breakpoint
create trigger daily_closes_append_only before delete or update on daily_closes for each row execute function reject_rewrite();
--> statement-breakpoint
create trigger daily_closes_no_truncate before truncate on daily_closes for each statement execute function reject_rewrite();
--> statement-breakpoint
create function create_delivery_issue_notification() returns trigger language plpgsql as $$
begin
  perform create_notification(c.reseller_id, 'case', new.id::text, jsonb_build_object('kind', new.kind, 'ident', p.ident))
    from delivery_issues c join purchases p on p.id = c.purchase_id where c.id = new.delivery_issue_id;
  return null;
end $$;
--> statement-breakpoint
-- Money that comes back is told of by its reversal.
create trigger delivery_issue_messages_notifications after insert on delivery_issue_messages for each row
  when (new.kind in ('delivered', 'asking', 'owner')) execute function create_delivery_issue_notification();
--> statement-breakpoint
-- What became of a day stays; so does whose schedule it is, and that it is over.
create function check_schedule_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (new.reseller_id, new.key) is distinct from (old.reseller_id, old.key) then
    raise exception 'a schedule is kept, and stays its owner''s' using errcode = 'restrict_violation';
  end if;
  if old.state = 'ended' then
    raise exception 'a schedule that is over stays so' using errcode = 'check_violation', constraint = 'schedules_update_check';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger schedules_update_check before update or delete on schedules for each row execute function check_schedule_change();
--> statement-breakpoint
create function check_schedule_occurrence_change() returns trigger language plpgsql as $$
begin
  if old.state <> 'waiting' then
    raise exception 'what became of a day cannot be changed' using errcode = 'restrict_violation', constraint = 'schedule_occurrences_update_check';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  if (new.schedule_id, new.day) is distinct from (old.schedule_id, old.day) then
    raise exception 'a day stays its schedule''s' using errcode = 'restrict_violation', constraint = 'schedule_occurrences_update_check';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger schedule_occurrences_update_check before update or delete on schedule_occurrences for each row execute function check_schedule_occurrence_change();
--> statement-breakpoint
create trigger staff_roles_built_in_no_change before delete or update on staff_roles
  for each row when (old.built_in is not null) execute function reject_rewrite();
--> statement-breakpoint
create trigger staff_roles_no_truncate before truncate on staff_roles for each statement execute function reject_rewrite();
--> statement-breakpoint
create function check_last_owner() returns trigger language plpgsql as $$
declare
  owners bigint;
begin
  -- Whoever takes an owner away waits here for whoever does so too, and then counts anew.
  select id into owners from staff_roles where built_in = 'owner' for no key update;
  if tg_table_name = 'staff' then
    if old.role_id is distinct from owners then return null; end if;
  elsif not exists (select from staff where id = old.id and role_id = owners) then
    return null;
  end if;
  if not exists (
    select from staff s join accounts a on a.id = s.id
    where s.role_id = owners and a.closed_at is null and not a.password_generated)
  then
    raise exception 'an owner stays' using errcode = 'restrict_violation', constraint = 'staff_keep_owner';
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger staff_keep_owner after delete or update of role_id on staff
  for each row execute function check_last_owner();
--> statement-breakpoint
create trigger accounts_keep_owner after update of closed_at on accounts
  for each row when (old.closed_at is null and new.closed_at is not null and new.role = 'admin')
  execute function check_last_owner();
--> statement-breakpoint
create function has_staff_permission(account bigint, permission text) returns boolean language sql stable as $$
  select exists (
    select from accounts a join staff s on s.id = a.id join staff_roles r on r.id = s.role_id
    where a.id = account and a.role = 'admin' and a.closed_at is null
      and (r.built_in = 'owner' or permission = any (r.permissions)));
$$;
--> statement-breakpoint
create function create_admin_delivery_issue_notifications() returns trigger language plpgsql as $$
begin
  perform create_notification(a.id, 'new_case', new.id::text, jsonb_build_object('kind', new.kind, 'ident', p.ident))
    from delivery_issues c join purchases p on p.id = c.purchase_id, accounts a
    where c.id = new.delivery_issue_id and a.role = 'admin' and a.closed_at is null;
  return null;
end $$;
--> statement-breakpoint
create trigger delivery_issue_messages_admin_notifications after insert on delivery_issue_messages for each row
  when (new.kind in ('opened', 'reply', 'reopened')) execute function create_admin_delivery_issue_notifications();
--> statement-breakpoint
create function check_approval() returns trigger language plpgsql as $$
begin
  -- Whoever takes the permission away waits for this, or this sees that it is gone.
  perform from staff s join staff_roles r on r.id = s.role_id where s.id = new.ended_by for share;
  if not has_staff_permission(new.ended_by, case new.kind when 'settings' then 'staff' else 'money' end) then
    raise exception 'a proposal is confirmed by whose role includes it'
      using errcode = 'restrict_violation', constraint = 'approval_requests_permission';
  end if;
  if new.requested_at < now() - interval '7 days' then
    raise exception 'a proposal is confirmed within a week'
      using errcode = 'restrict_violation', constraint = 'approval_requests_in_time';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger approval_requests_check_approval before insert or update of confirmed on approval_requests
  for each row when (new.confirmed) execute function check_approval();
--> statement-breakpoint
create trigger journals_money_notify after insert on journals for each row
  when (new.purchase_id is null) execute function notify_wallet();
--> statement-breakpoint
-- Money in a wallet that came from a payment was confirmed by its provider.
create constraint trigger journals_check_money_proven after insert on journals deferrable initially deferred
  for each row when (new.kind ~ '^(payment|refund|charge_back)') execute function check_payment_proven();
--> statement-breakpoint
-- A batch that may go on again, or was cancelled, is looked at now, whatever pause it had.
create function make_batch_due() returns trigger language plpgsql as $$
begin
  new.due_at := now();
  new.looks := 0;
  return new;
end $$;
--> statement-breakpoint
create trigger batches_due before update of state, pause on batches for each row
  when (new.state <> old.state or new.pause is null and old.pause is not null)
  execute function make_batch_due();
--> statement-breakpoint
-- The end of a purchase makes its order due. An order that is locked is passed over: its holder waits for the purchase
-- (`lookAfter`), and waiting here, with the wallet locked, could end in a deadlock.
create function make_order_due() returns trigger language plpgsql as $$
begin
  update orders set due_at = now() where id in (
    select id from orders where purchase_id = new.id and due_at > now() for no key update skip locked);
  if found then perform pg_notify('lane', 'orders'); end if;
  return null;
end $$;
--> statement-breakpoint
create trigger purchases_order_due after update of state on purchases for each row
  when (new.state is distinct from old.state and new.channel = 'storefront' and new.state in ('successful', 'failed'))
  execute function make_order_due();
--> statement-breakpoint
-- The ident of a purchase follows from what was asked for: after a restore the same request has the same ident again, and an
-- upstream that knows it does not deliver twice. Nobody who does not know the key can tell it in advance.
create function purchase_ident(reseller bigint, namespace text, ref text, plan integer, phone text) returns text language sql stable as $$
  select 'DT' || upper(left(encode(sha256(convert_to(jsonb_build_array(key, reseller, namespace, ref, plan, phone)::text, 'UTF8')), 'hex'), 16))
  from ident_keys
$$;
--> statement-breakpoint
-- What holds for the operator's ledger of one confirmed transaction: the trigger asks at the commit, and `check` asks again.
create function operator_entries_agree(t provider_transactions) returns boolean stable language sql as $$
  select not exists (select from operator_entries e where e.transaction_id = t.id group by e.step having sum(e.amount) <> 0)
    and case when t.keys_id is not null then not exists (select from operator_entries e where e.transaction_id = t.id)
      when t.reversed_at is not null and t.restored_at is null
      then (h.clearing, h.suspense, h.wallets) = (0, 0, t.extra)
        and h.outside = case t.state when 'refunded' then t.lost - t.gross else 0 end
      else h.wallets = t.extra - coalesce(t.credited, 0)
        and h.suspense = case when t.state in ('suspense', 'refunding') then t.lost - t.gross else 0 end
        and h.outside in (0, t.lost - t.gross)
        and h.clearing - (t.gross - t.lost - coalesce(t.fee, 0)) + h.outside
          = case t.state when 'refunded' then t.lost - t.gross else 0 end
      end
    and h.settled = coalesce((select l.booked from settlement_lines l where l.transaction_id = t.id and l.booked is not null), 0)
    and (h.accepted is null or (
      select sum(e.amount) = 0 from operator_entries e join provider_transactions p on p.id = e.transaction_id
      where (p.id = t.id or p.part_of = t.id) and e.account = 'clearing' and e.step in ('received', 'settled', 'accepted')
        and e.id <= h.accepted))
  from (
    select coalesce(sum(e.amount) filter (where e.account = 'clearing' and e.step not in ('settled', 'accepted')), 0) as clearing,
      coalesce(sum(e.amount) filter (where e.account = 'suspense'), 0) as suspense,
      coalesce(sum(e.amount) filter (where e.account = 'wallets'), 0) as wallets,
      coalesce(sum(e.amount) filter (where e.account = 'outside' and e.step <> 'settled'), 0) as outside,
      coalesce(sum(e.amount) filter (where e.account = 'outside' and e.step = 'settled'), 0) as settled,
      max(e.id) filter (where e.step = 'accepted') as accepted
    from operator_entries e where e.transaction_id = t.id) h
$$;
--> statement-breakpoint
-- Whether a provider confirmed the money that a journal moves, to the unit and for its reseller. After money was given back, the
-- transaction has no reseller any more; its payment still has.
create function is_payment_proven(about bigint) returns boolean stable language sql as $$
  select exists (
    select from journals j
      join entries e on e.journal_id = j.id and e.account = 'wallet'
      join operator_entries h on h.journal_id = j.id and h.account = 'wallets' and h.amount = -e.amount
      join provider_transactions t on t.id = h.transaction_id
      left join payments p on p.id = t.payment_id
    where j.id = about
      and j.kind = case h.step when 'reversed' then 'charge_back' when 'lost' then 'charge_back'
        when 'restored' then 'charge_back_won' when 'taken_back' then 'refund' else 'payment' end
      and case when h.step in ('received', 'taken_back') then j.reseller_id = coalesce(p.reseller_id, t.reseller_id)
        when h.step = 'assigned' then j.reseller_id = t.reseller_id
        else j.reseller_id in (t.reseller_id, p.reseller_id) end)
$$;
--> statement-breakpoint
-- Starts the refund of an order that was paid online: the whole sum leaves the wallet for suspense, and the provider is asked
-- for it. The wallet has to have what was credited, unless it may owe that too; the provider's fee is a debt in any case. False
-- while the wallet has too little; true when the money was sent back before, or its payer's bank took it.
create function refund_order(paid_order bigint, why_back text, acted_by text, caller text, may_owe boolean)
returns boolean language plpgsql as $$
declare
  purse wallets;
  money provider_transactions;
  back bigint;
  moved bigint;
  refund_key text;
begin
  select w.* into purse from payments p join wallets w on w.reseller_id = p.reseller_id
    where p.order_id = paid_order and p.state = 'paid' for update of w;
  select t.* into money from provider_transactions t join payments p on p.id = t.payment_id
    where p.order_id = paid_order and p.state = 'paid' and t.state in ('credited', 'direct')
      and (t.reversed_at is null or t.restored_at is not null) for update of t;
  if money.id is null then return true; end if;
  -- What a dispute took for good is with the customer already.
  back := money.gross - money.lost;
  if money.state = 'credited' and not may_owe and purse.wallet - money.credited < purse.floor then return false; end if;
  update provider_transactions set state = 'refunding', suspense_reason = 'undelivered', reseller_id = null, credited = null,
    extra = case money.state when 'credited' then back - money.credited else 0 end,
    decided_at = now(), decided_by = acted_by, reason = why_back
    where id = money.id;
  if money.state = 'credited' then
    update wallets set wallet = wallet - back, funding = funding + back,
      floor = least(floor, wallet - back)
      where reseller_id = purse.reseller_id returning * into purse;
    insert into journals (reseller_id, kind, reason, actor) values (purse.reseller_id, 'refund',
      why_back || case when back > money.credited
        then ' The customer gets all of it back, so the provider’s fee is charged to the wallet.' else '' end, acted_by)
      returning id into moved;
    insert into entries (journal_id, reseller_id, account, amount, balance) values
      (moved, purse.reseller_id, 'wallet', -back, purse.wallet),
      (moved, purse.reseller_id, 'funding', back, purse.funding);
    insert into operator_entries (transaction_id, step, account, amount, journal_id) values
      (money.id, 'taken_back', 'wallets', back, moved),
      (money.id, 'taken_back', 'suspense', -back, null);
  end if;
  -- As `newReference` makes them, of the bytes of two random UUIDs that are random in full.
  select 'R' || string_agg(substr('23456789ABCDEFGHJKLMNPQRSTUVWXYZ', 1 + get_byte(random, n) % 32, 1), '') into refund_key
    from (select decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex') as random) bytes,
      generate_series(0, 26) n where n not in (6, 22);
  insert into payment_refunds (key, transaction_id, reason, requested_by) values (refund_key, money.id, why_back, acted_by);
  insert into audit (actor, address, action, subject, subject_id, reseller_id, journal_id, reason, before, after)
    values (acted_by, caller, 'money.refund_asked', 'money', money.id::text, purse.reseller_id, moved, why_back,
      jsonb_build_object('money', money.state),
      jsonb_build_object('money', 'refunding', 'gross', back::text, 'refund', refund_key,
        'fee', (back - coalesce(money.credited, back))::text));
  return true;
end $$;
--> statement-breakpoint
-- The money of an order that was paid online and not delivered is its customer's from the same moment on.
create function refund_undelivered() returns trigger language plpgsql as $$
declare
  undelivered orders;
  acted_by constant text := 'system:order';
begin
  if new.state = old.state or new.state <> 'failed' or new.channel <> 'storefront' then return null; end if;
  update orders set payment = 'refunded', changed_at = now(), waiting_for = null, due_at = now()
    where purchase_id = new.id and payment = 'received'
      and exists (select from payments where order_id = orders.id and state = 'paid')
    returning * into undelivered;
  if not found then return null; end if;
  perform refund_order(undelivered.id, format('Order %s was not delivered.', upper(undelivered.reference)), acted_by, null, true);
  insert into audit (actor, action, subject, subject_id, reseller_id, before, after)
    values (acted_by, 'order.refunded', 'order', undelivered.id::text, undelivered.reseller_id,
      jsonb_build_object('payment', 'received'), jsonb_build_object('payment', 'refunded'));
  return null;
end $$;
--> statement-breakpoint
create trigger purchases_refund_undelivered after update of state on purchases for each row execute function refund_undelivered();
--> statement-breakpoint
-- What any program may read that draws reports: nothing in it names a person or tells a secret. Money is in minor units.
create schema reporting;
--> statement-breakpoint
create view reporting.resellers as
  select id, level, created_at from resellers join accounts using (id);
--> statement-breakpoint
create view reporting.purchases as
  select id, ident, reseller_id, channel, level, network_name as network, type_name as plan_type, plan_id,
    size || ' ' || volume as size, validity, price, cost, price - cost as margin, state, ending, placed_at, settled_at,
    reversed_at, settled_by
  from purchases;
--> statement-breakpoint
create view reporting.attempts as
  select a.id, a.purchase_id, a.claimed_at, a.answered_at, a.result, a.http_status, a.amount, a.balance_before, a.balance_after
  from attempts a;
--> statement-breakpoint
create view reporting.wallets as
  select reseller_id, wallet, held, sales, funding from wallets;
--> statement-breakpoint
create view reporting.entries as
  select e.id, e.journal_id, j.at, j.reseller_id, j.kind, e.account, e.amount, e.balance, j.purchase_id
  from entries e join journals j on j.id = e.journal_id;
--> statement-breakpoint
create view reporting.payments as
  select t.id, t.provider, t.reference, t.transaction, coalesce(t.reseller_id, y.reseller_id) as reseller_id, t.gross, t.fee,
    t.credited, t.currency, t.method, t.state, t.suspense_reason, t.paid_at, t.seen_at, t.reversed_at, t.restored_at
  from provider_transactions t left join payments y on y.id = t.payment_id;
--> statement-breakpoint
create view reporting.orders as
  select id, reseller_id, plan_id, network_name as network, price, payment, placed_at, paid_at, changed_at, purchase_id
  from orders;
--> statement-breakpoint
create view reporting.daily_closes as
  select day, time_zone, closed_at, delivered, failed, reversed, sales, cost, sales - cost as margin, wallets_before,
    wallets_after, held_before, held_after, float, suspense, difference, proved, cardinality(findings) as findings
  from daily_closes;
--> statement-breakpoint
comment on schema reporting is 'For programs that draw reports. Money is in the currency''s smallest unit; nobody''s name, number or e-mail is here.';
--> statement-breakpoint
comment on view reporting.resellers is 'Each reseller by number, with the level whose prices they pay.';
--> statement-breakpoint
comment on view reporting.purchases is 'Each purchase. ending: delivered, failed, cancelled or reversed; null while it is open. cost: what the upstream listed when it was bought.';
--> statement-breakpoint
comment on view reporting.attempts is 'Each attempt to send a purchase to the upstream, and its result. amount: what the upstream says it charged.';
--> statement-breakpoint
comment on view reporting.wallets is 'What each reseller has now: to spend (wallet), held for open purchases, spent (sales); funding is what they paid in, below zero.';
--> statement-breakpoint
comment on view reporting.entries is 'Every posting of the books; those of a journal sum to zero. balance: the account after it.';
--> statement-breakpoint
comment on view reporting.payments is 'Money that payment providers confirmed. suspense_reason: the reason it went into suspense. reversed_at: its payer''s bank took it back.';
--> statement-breakpoint
comment on view reporting.orders is 'What customers ordered in shops. price: what the customer pays the reseller. purchase_id: what delivers it.';
--> statement-breakpoint
comment on view reporting.daily_closes is 'The books of each day that is over. difference and findings are 0 when they agree.';
--> statement-breakpoint
create statistics orders_delivered on (delivered_ref = delivery_ref) from orders;
--> statement-breakpoint
-- What there is one of.
insert into catalogue (id) values (1);
--> statement-breakpoint
insert into dispatcher (id) values (1);
--> statement-breakpoint
insert into reconcile_settings (id) values (1);
--> statement-breakpoint
insert into payment_instructions (id) values (1);
--> statement-breakpoint
insert into operator_contact (id) values (1);
--> statement-breakpoint
insert into sign_up_settings (id) values (1);
--> statement-breakpoint
insert into payment_settings (id) values (1);
--> statement-breakpoint
insert into delivery_issue_settings (id) values (1);
--> statement-breakpoint
insert into staff_roles (built_in, name, permissions) values
  ('owner', 'Owner', '{see,answer,resellers,money,prices,rules,system,export,personal,audit,staff}'),
  ('finance', 'Finance', '{see,money,export}'),
  ('support', 'Support', '{see,answer}'),
  ('catalogue', 'Catalogue', '{see,prices}');
--> statement-breakpoint
insert into report_settings (id) values (1);
--> statement-breakpoint
insert into ident_keys (key) values (gen_random_uuid()::text || gen_random_uuid()::text);
