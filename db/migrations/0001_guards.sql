-- What no table definition can say: history that cannot be rewritten, journals that balance, a purchase that only moves
-- along its states, and who is told when something changes.

-- History cannot be rewritten.
create function refuse_rewrite() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger audit_append_only before delete or update on audit for each row execute function refuse_rewrite();
--> statement-breakpoint
create trigger audit_no_truncate before truncate on audit for each statement execute function refuse_rewrite();
--> statement-breakpoint
create trigger audit_personal_no_truncate before truncate on audit_personal
  for each statement execute function refuse_rewrite();
--> statement-breakpoint
create trigger entries_append_only before delete or update on entries for each row execute function refuse_rewrite();
--> statement-breakpoint
create trigger entries_no_truncate before truncate on entries for each statement execute function refuse_rewrite();
--> statement-breakpoint
create trigger journals_append_only before delete or update on journals for each row execute function refuse_rewrite();
--> statement-breakpoint
create trigger journals_no_truncate before truncate on journals for each statement execute function refuse_rewrite();
--> statement-breakpoint
create trigger orders_kept before delete on orders for each row execute function refuse_rewrite();
--> statement-breakpoint
create trigger plan_changes_append_only before delete or update on plan_changes
  for each row execute function refuse_rewrite();
--> statement-breakpoint
create trigger plan_prices_append_only before delete or update on plan_prices
  for each row execute function refuse_rewrite();
--> statement-breakpoint
create trigger plan_prices_no_truncate before truncate on plan_prices
  for each statement execute function refuse_rewrite();
--> statement-breakpoint
create trigger purchases_kept before delete on purchases for each row execute function refuse_rewrite();
--> statement-breakpoint
create trigger purchases_no_truncate before truncate on purchases for each statement execute function refuse_rewrite();
--> statement-breakpoint
create trigger reseller_notes_append_only before delete or update on reseller_notes
  for each row execute function refuse_rewrite();
--> statement-breakpoint
create trigger reseller_notes_no_truncate before truncate on reseller_notes
  for each statement execute function refuse_rewrite();
--> statement-breakpoint
create trigger upstream_adjustments_append_only before delete or update on upstream_adjustments
  for each row execute function refuse_rewrite();
--> statement-breakpoint
create trigger upstream_adjustments_no_truncate before truncate on upstream_adjustments
  for each statement execute function refuse_rewrite();
--> statement-breakpoint
-- Each journal sums to zero when its transaction commits.
create function journal_must_balance() returns trigger language plpgsql as $$
begin
  if (select sum(amount) from entries where journal_id = new.journal_id) <> 0 then
    raise exception 'journal % does not sum to zero', new.journal_id
      using errcode = 'check_violation', constraint = 'journals_balanced';
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger journals_balanced after insert on entries deferrable initially deferred
  for each row execute function journal_must_balance();
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
-- A purchase only goes forward, and what was bought stays what it was.
create function purchase_moves() returns trigger language plpgsql as $$
begin
  if (new.ident, new.reseller_id, new.ref, new.plan_id, new.network_id, new.phone, new.price, new.cost)
     is distinct from
     (old.ident, old.reseller_id, old.ref, old.plan_id, old.network_id, old.phone, old.price, old.cost) then
    raise exception 'what was bought cannot be changed' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('queued', 'sending'), ('queued', 'failed'),
    ('sending', 'queued'), ('sending', 'successful'), ('sending', 'failed'), ('sending', 'unconfirmed'),
    ('unconfirmed', 'successful'), ('unconfirmed', 'failed'),
    ('successful', 'reversed')
  ) then
    raise exception 'a % purchase cannot become %', old.state, new.state
      using errcode = 'check_violation', constraint = 'purchases_moves';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger purchases_moves before update on purchases for each row execute function purchase_moves();
--> statement-breakpoint
-- How many of a reseller's purchases wait, by what is committed at the moment of asking: volatile, so that a statement which
-- had to wait for the wallet counts anew when it goes on.
create function waiting_of(reseller bigint, most integer) returns integer language plpgsql as $$
begin
  return (select count(*) from (
    select from purchases where state = 'queued' and reseller_id = reseller limit most) own);
end $$;
--> statement-breakpoint
-- Who waits for a change is told of it: the dispatcher, pages, and programs by their webhooks.
create function tell_dispatcher() returns trigger language plpgsql as $$
begin
  perform pg_notify('dispatcher', '');
  return null;
end $$;
--> statement-breakpoint
create trigger dispatcher_told after update of stopped, probe_at on dispatcher
  for each row when (((old.stopped is distinct from new.stopped) or (old.probe_at is distinct from new.probe_at))) execute function tell_dispatcher();
--> statement-breakpoint
create function tell_purchase() returns trigger language plpgsql as $$
begin
  perform pg_notify('purchase', new.reseller_id || ' ' || new.ident || ' ' || new.state);
  return null;
end $$;
--> statement-breakpoint
create trigger purchases_moved_told after update of state on purchases
  for each row when ((new.state is distinct from old.state)) execute function tell_purchase();
--> statement-breakpoint
create trigger purchases_placed_told after insert on purchases for each row execute function tell_purchase();
--> statement-breakpoint
create function tell_wallet() returns trigger language plpgsql as $$
begin
  perform pg_notify('wallet', new.reseller_id::text);
  return null;
end $$;
--> statement-breakpoint
create trigger funding_requests_told after insert or update of state on funding_requests
  for each row execute function tell_wallet();
--> statement-breakpoint
create trigger journals_by_hand_told after insert on journals
  for each row when ((new.kind = any (array['credit'::text, 'debit'::text, 'claw_back'::text, 'correction'::text]))) execute function tell_wallet();
--> statement-breakpoint
create function tell_order() returns trigger language plpgsql as $$
begin
  perform pg_notify('order', new.reseller_id || ' ' || new.id || ' ' || new.payment);
  return null;
end $$;
--> statement-breakpoint
create trigger orders_moved_told after update of payment on orders
  for each row when ((new.payment is distinct from old.payment)) execute function tell_order();
--> statement-breakpoint
create trigger orders_placed_told after insert on orders for each row execute function tell_order();
--> statement-breakpoint
create function tell_webhooks_of_purchase() returns trigger language plpgsql as $$
begin
  insert into webhook_deliveries (endpoint_id, type, subject)
    select id, 'purchase.' || new.state, new.ident from webhook_endpoints
    where reseller_id = new.reseller_id and removed_at is null and 'purchases' = any(events);
  if found then perform pg_notify('webhook', ''); end if;
  return null;
end $$;
--> statement-breakpoint
create trigger purchases_webhooks after update of state on purchases
  for each row when (((new.state is distinct from old.state) and (new.state = any (array['successful'::text, 'failed'::text, 'reversed'::text])))) execute function tell_webhooks_of_purchase();
--> statement-breakpoint
create function tell_webhooks_of_plans() returns trigger language plpgsql as $$
begin
  insert into webhook_deliveries (endpoint_id, type, subject)
    select id, 'plans.changed', new.version::text from webhook_endpoints
    where removed_at is null and 'plans' = any(events);
  if found then perform pg_notify('webhook', ''); end if;
  return null;
end $$;
--> statement-breakpoint
create trigger catalogue_webhooks after update of version on catalogue
  for each row when ((new.version <> old.version)) execute function tell_webhooks_of_plans();
--> statement-breakpoint
-- An order only goes forward, and what was ordered stays what it was.
create function order_moves() returns trigger language plpgsql as $$
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
      using errcode = 'check_violation', constraint = 'orders_moves';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger orders_moves before update on orders for each row execute function order_moves();
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
create trigger shops_slug_kept after insert or update of slug on shops for each row execute function keep_slug();
--> statement-breakpoint
-- What is personal in a record of the audit stands apart, where it can be erased without rewriting history.
create function apart_personal(record audit) returns audit language plpgsql as $$
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
create function audit_apart() returns trigger language plpgsql as $$
begin
  return apart_personal(new);
end $$;
--> statement-breakpoint
create trigger audit_personal_apart before insert on audit for each row execute function audit_apart();
--> statement-breakpoint
create function personal_only_erased() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or old.facts is null or new.facts is not null or new.audit_id <> old.audit_id then
    raise exception 'audit_personal is only erased' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger audit_personal_only_erased before delete or update on audit_personal
  for each row execute function personal_only_erased();
--> statement-breakpoint
-- Which database this is: another one after it was restored from a copy. The dispatcher sends from one only.
create function database_identity() returns text language plpgsql stable as $$
declare
  cluster text := '-';
begin
  begin
    select system_identifier into cluster from pg_control_system();
  exception when insufficient_privilege then
    null; -- Then the database's own number has to do.
  end;
  return cluster || ' ' || left(pg_walfile_name(pg_current_wal_lsn()), 8) || ' '
    || (select oid from pg_database where datname = current_database());
end $$;
--> statement-breakpoint
-- What there is one of.
insert into catalogue (id) values (1);
--> statement-breakpoint
insert into dispatcher (id) values (1);
--> statement-breakpoint
insert into reconciling (id) values (1);
--> statement-breakpoint
insert into funding_terms (id) values (1);
--> statement-breakpoint
insert into operator_contact (id) values (1);
--> statement-breakpoint
insert into sign_up_switch (id) values (1);
