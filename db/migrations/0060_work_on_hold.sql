alter table dispatcher add column on_hold text[] not null default '{}';
--> statement-breakpoint
alter table dispatcher add constraint dispatcher_on_hold check (on_hold <@ array['order', 'batch', 'schedule']) not valid;
