-- At most once, and money, rest on what is on the disk: whatever the server's or a pooler's default, a transaction that
-- claims a purchase, writes an answer down or moves money has not committed before it is safe.
create function commit_durably() returns trigger language plpgsql as $$
begin
  if current_setting('synchronous_commit') <> 'remote_apply' then
    perform set_config('synchronous_commit', 'on', true);
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger attempts_durable after insert or update on attempts for each statement execute function commit_durably();
--> statement-breakpoint
create trigger journals_durable after insert on journals for each statement execute function commit_durably();
--> statement-breakpoint

-- Which database this is. A copy made by dump and restore is another database, mostly of another cluster; one that was
-- recovered to an earlier moment, or taken over from a standby, has another timeline.
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

-- Told when something changed, not at each claim.
create or replace trigger dispatcher_told after update of stopped, probe_at on dispatcher for each row
  when ((old.stopped, old.probe_at) is distinct from (new.stopped, new.probe_at)) execute function tell_dispatcher();
