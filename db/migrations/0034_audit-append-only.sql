drop trigger audit_append_only_meanwhile on audit;
--> statement-breakpoint
create or replace trigger audit_append_only before update or delete on audit for each row execute function refuse_rewrite();
--> statement-breakpoint
drop function audit_apart_later();
