-- Prices that were once in force stay on record.
create trigger plan_prices_append_only before update or delete on plan_prices for each row execute function refuse_rewrite();
--> statement-breakpoint
create trigger plan_prices_no_truncate before truncate on plan_prices execute function refuse_rewrite();
