-- Links of a shop lead to its domain as long as that is verified and opens.
create or replace function keep_shop_host() returns trigger language plpgsql as $$
begin
  update shops s
  set host = d.domain
  from shops o
  left join shop_domains d on d.shop_id = o.id and d.state = 'verified' and d.opened_at is not null
  where o.id = s.id and s.id = coalesce(new.shop_id, old.shop_id) and s.host is distinct from d.domain;
  return null;
end $$;

create or replace trigger shop_domains_keep_host
  after insert or update or delete on shop_domains
  for each row
  execute function keep_shop_host();
