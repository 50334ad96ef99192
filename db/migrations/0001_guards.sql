-- What no table definition can say: history that cannot be rewritten, journals that balance,
-- a purchase that only moves along its states, and who is told when something changes.

create function refuse_rewrite() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger journals_append_only before update or delete on journals for each row execute function refuse_rewrite();
--> statement-breakpoint
create trigger journals_no_truncate before truncate on journals execute function refuse_rewrite();
--> statement-breakpoint
create trigger entries_append_only before update or delete on entries for each row execute function refuse_rewrite();
--> statement-breakpoint
create trigger entries_no_truncate before truncate on entries execute function refuse_rewrite();
--> statement-breakpoint
create trigger audit_append_only before update or delete on audit for each row execute function refuse_rewrite();
--> statement-breakpoint
create trigger audit_no_truncate before truncate on audit execute function refuse_rewrite();
--> statement-breakpoint
create trigger plan_changes_append_only before update or delete on plan_changes for each row execute function refuse_rewrite();
--> statement-breakpoint
create trigger purchases_kept before delete on purchases for each row execute function refuse_rewrite();
--> statement-breakpoint
create trigger purchases_no_truncate before truncate on purchases execute function refuse_rewrite();
--> statement-breakpoint
create function journal_must_balance() returns trigger language plpgsql as $$
begin
  if (select sum(amount) from entries where journal_id = new.journal_id) <> 0 then
    raise exception 'journal % does not sum to zero', new.journal_id
      using errcode = 'check_violation', constraint = 'journals_balanced';
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger journals_balanced after insert on entries
  deferrable initially deferred for each row execute function journal_must_balance();
--> statement-breakpoint
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
create function tell_purchase() returns trigger language plpgsql as $$
begin
  perform pg_notify('purchase', new.reseller_id || ' ' || new.ident || ' ' || new.state);
  return null;
end $$;
--> statement-breakpoint
create trigger purchases_placed_told after insert on purchases for each row execute function tell_purchase();
--> statement-breakpoint
create trigger purchases_moved_told after update of state on purchases
  for each row when (new.state is distinct from old.state) execute function tell_purchase();
--> statement-breakpoint
create function tell_dispatcher() returns trigger language plpgsql as $$
begin
  perform pg_notify('dispatcher', '');
  return null;
end $$;
--> statement-breakpoint
create trigger dispatcher_told after update of stopped, probe_at on dispatcher
  for each row execute function tell_dispatcher();
--> statement-breakpoint
create function open_wallet() returns trigger language plpgsql as $$
begin
  insert into wallets (reseller_id) values (new.id);
  return null;
end $$;
--> statement-breakpoint
create trigger resellers_wallet after insert on resellers for each row execute function open_wallet();
--> statement-breakpoint
insert into catalogue (id) values (1);
--> statement-breakpoint
insert into dispatcher (id) values (1);
