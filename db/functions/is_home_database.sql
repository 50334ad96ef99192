-- Whether sending last ran in this database, or never ran: not in a restored copy, nor in a promoted standby
-- before every process has found in it all that it knows.
create or replace function is_home_database() returns boolean language plpgsql stable as $$
begin
  return exists (select from dispatcher where home is null or home = database_identity());
end $$;
