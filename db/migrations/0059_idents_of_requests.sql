-- A secret of this portal, which its backups carry along.
create table ident_keys (
  id integer primary key default 1 constraint ident_keys_single check (id = 1),
  key text not null
);
--> statement-breakpoint
insert into ident_keys (key) values (gen_random_uuid()::text || gen_random_uuid()::text);
--> statement-breakpoint
-- The ident of a purchase follows from what was asked for: after a restore the same request has the same ident again, and an
-- upstream that knows it does not deliver twice. Nobody who does not know the key can tell it in advance.
create function purchase_ident(reseller bigint, namespace text, ref text, plan integer, phone text) returns text language sql stable as $$
  select 'DT' || upper(left(encode(sha256(convert_to(jsonb_build_array(key, reseller, namespace, ref, plan, phone)::text, 'UTF8')), 'hex'), 16))
  from ident_keys
$$;
