-- What was bought before keeps the buyer's namespace: its refs are not asked for again.
alter table purchases add column namespace text not null default 'buyer';
--> statement-breakpoint
alter table purchases add constraint purchases_namespace check (namespace = 'buyer' or namespace = 'order' and channel = 'storefront'
  or namespace in ('batch', 'schedule') and channel = 'bulk') not valid;
--> statement-breakpoint
create or replace function purchase_moves() returns trigger language plpgsql as $$
begin
  if (new.ident, new.reseller_id, new.namespace, new.ref, new.plan_id, new.network_id, new.phone, new.price, new.cost, new.run_id)
     is distinct from
     (old.ident, old.reseller_id, old.namespace, old.ref, old.plan_id, old.network_id, old.phone, old.price, old.cost, old.run_id) then
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
