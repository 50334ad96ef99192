-- step by step
alter table catalogue validate constraint catalogue_prices_follow;
--> statement-breakpoint
alter table plans validate constraint plans_listed_by;
