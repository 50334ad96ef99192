-- Personal data in the audit log is stored apart, where it can be erased without rewriting history.
create or replace function separate_personal_data(record audit) returns audit language plpgsql as $$
declare
  personal constant text[] := array[
    'name', 'email', 'phone', 'whatsapp', 'payments', 'text', 'about', 'agent', 'note', 'bankReference'];
  email constant text := '[^\s@<>,;:]+(@[^\s@<>,;:]+)+';
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
  if record.reason ~ email or record.reason ~ number then
    facts := facts || jsonb_build_object('reason', record.reason);
    record.reason := regexp_replace(regexp_replace(record.reason, email, '[…]', 'g'), number, '[…]', 'g');
  end if;
  if facts <> '{}' then
    insert into audit_personal (audit_id, facts) values (record.id, facts);
  end if;
  return record;
end $$;
