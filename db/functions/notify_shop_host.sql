-- The portal's servers hold the host names of shops, with their paths, in memory.
create or replace function notify_shop_host() returns trigger language plpgsql as $$
begin
  perform pg_notify('shop_host', '');
  return null;
end $$;

create or replace trigger shop_domains_notify_host
  after insert or update of domain, state or delete on shop_domains
  for each statement
  execute function notify_shop_host();

create or replace trigger shop_slugs_notify_host
  after insert or delete on shop_slugs
  for each statement
  execute function notify_shop_host();
