-- The one row of settings, and moves of the upstream's balance that stay as they were recorded.
insert into reconciling (id) values (1);
--> statement-breakpoint
create trigger upstream_moves_append_only before update or delete on upstream_moves for each row execute function refuse_rewrite();
--> statement-breakpoint
create trigger upstream_moves_no_truncate before truncate on upstream_moves execute function refuse_rewrite();
