-- The ident of a purchase follows from the request: after a restore the same request has the same
-- ident again, and an upstream that knows it does not deliver twice. Without the key it can't be known in
-- advance.
create or replace function purchase_ident(
  reseller bigint, namespace text, ref text, plan integer, phone text
) returns text language sql stable as $$
  select 'DT' || upper(left(
    encode(
      sha256(convert_to(jsonb_build_array(key, reseller, namespace, ref, plan, phone)::text, 'UTF8')),
      'hex'),
    16))
  from ident_keys
$$;
