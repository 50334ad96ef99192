-- What was a store is a shop, also by the names of its tables, columns, keys, indexes, checks and triggers.
alter table stores rename to shops;
--> statement-breakpoint
alter table store_slugs rename to shop_slugs;
--> statement-breakpoint
alter table store_pictures rename to shop_pictures;
--> statement-breakpoint
alter table store_rules rename to shop_rules;
--> statement-breakpoint
alter table store_plans rename to shop_plans;
--> statement-breakpoint
do $$
declare
  one record;
  tables regclass[] := array['shops', 'shop_slugs', 'shop_pictures', 'shop_rules', 'shop_plans', 'orders'];
begin
  for one in select attrelid::regclass as rel, attname as name from pg_attribute
    where attrelid = any (tables) and attname = 'store_id' loop
    execute format('alter table %s rename column %I to shop_id', one.rel, one.name);
  end loop;
  for one in select conrelid::regclass as rel, conname as name from pg_constraint
    where conrelid = any (tables) and conname like '%store%' loop
    execute format('alter table %s rename constraint %I to %I', one.rel, one.name, replace(one.name, 'store', 'shop'));
  end loop;
  for one in select c.oid::regclass as rel, c.relname as name from pg_class c join pg_index i on i.indexrelid = c.oid
    where i.indrelid = any (tables) and c.relname like '%store%' loop
    execute format('alter index %s rename to %I', one.rel, replace(one.name, 'store', 'shop'));
  end loop;
  for one in select tgrelid::regclass as rel, tgname as name from pg_trigger
    where tgrelid = any (tables) and not tgisinternal and tgname like '%store%' loop
    execute format('alter trigger %I on %s rename to %I', one.name, one.rel, replace(one.name, 'store', 'shop'));
  end loop;
  for one in select relname as name from pg_class where relkind = 'S' and relname ~ '^stores?_' loop
    execute format('alter sequence %I rename to %I', one.name, replace(one.name, 'store', 'shop'));
  end loop;
end $$;
--> statement-breakpoint
create or replace function keep_slug() returns trigger language plpgsql as $$
begin
  insert into shop_slugs (slug, shop_id) values (new.slug, new.id) on conflict (slug) do nothing;
  if not exists (select from shop_slugs where slug = new.slug and shop_id = new.id) then
    raise exception 'the address % belongs to another shop', new.slug
      using errcode = 'unique_violation', constraint = 'shops_slug';
  end if;
  return null;
end $$;
--> statement-breakpoint
create or replace function order_moves() returns trigger language plpgsql as $$
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
