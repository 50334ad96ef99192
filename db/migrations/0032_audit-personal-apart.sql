-- What a record says of people goes where it can be erased, whoever writes the record, the version before this one too.
create function apart_personal(record audit) returns audit language plpgsql as $$
declare
  personal constant text[] := array['name', 'email', 'phone', 'whatsapp', 'payments', 'text', 'about', 'agent', 'note', 'bankReference'];
  e_mail constant text := '[^\s@<>,;:]+@[^\s@<>,;:]+';
  number constant text := '\+?\d[\d ().-]{5,}\d';
  facts jsonb := '{}';
begin
  if jsonb_typeof(record.before) = 'object' and record.before ?| personal then
    facts := facts || jsonb_build_object('before',
      (select jsonb_object_agg(key, value) from jsonb_each(record.before) where key = any (personal)));
    record.before := record.before - personal;
  end if;
  if jsonb_typeof(record.after) = 'object' and record.after ?| personal then
    facts := facts || jsonb_build_object('after',
      (select jsonb_object_agg(key, value) from jsonb_each(record.after) where key = any (personal)));
    record.after := record.after - personal;
  end if;
  if record.reason ~ e_mail or record.reason ~ number then
    facts := facts || jsonb_build_object('reason', record.reason);
    record.reason := regexp_replace(regexp_replace(record.reason, e_mail, '[…]', 'g'), number, '[…]', 'g');
  end if;
  if facts <> '{}' then
    insert into audit_personal (audit_id, facts) values (record.id, facts);
  end if;
  return record;
end $$;
--> statement-breakpoint
create function audit_apart() returns trigger language plpgsql as $$
begin
  return apart_personal(new);
end $$;
--> statement-breakpoint
-- Until the records of before are done: whatever an update asks for, all that it does is to put their personal facts apart.
create function audit_apart_later() returns trigger language plpgsql as $$
begin
  new := apart_personal(old);
  if new is not distinct from old then
    raise exception 'audit is append-only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create function personal_only_erased() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or old.facts is null or new.facts is not null or new.audit_id <> old.audit_id then
    raise exception 'audit_personal is only erased' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger audit_personal_only_erased before update or delete on audit_personal
  for each row execute function personal_only_erased();
--> statement-breakpoint
create trigger audit_personal_no_truncate before truncate on audit_personal execute function refuse_rewrite();
--> statement-breakpoint
create trigger audit_personal_apart before insert on audit for each row execute function audit_apart();
--> statement-breakpoint
create or replace trigger audit_append_only before delete on audit for each row execute function refuse_rewrite();
--> statement-breakpoint
create trigger audit_append_only_meanwhile before update on audit for each row execute function audit_apart_later();
