-- Asked at each placing and claim. A session never sees another cluster or database; only the timeline may
-- change under it.
create or replace function database_identity() returns text language plpgsql stable as $$
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
