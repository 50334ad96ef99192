CREATE TABLE "notification_choices" (
	"account_id" bigint NOT NULL,
	"group_name" text NOT NULL,
	"mail" boolean NOT NULL,
	"push" boolean NOT NULL,
	CONSTRAINT "notification_choices_account_id_group_name_pk" PRIMARY KEY("account_id","group_name")
);
--> statement-breakpoint
-- A group is on where any of its kinds was on.
insert into notification_choices (account_id, group_name, mail, push)
with kinds (kind, group_name) as (
  values
    ('money', 'money'), ('money_low', 'money'), ('statement', 'money'), ('advance_asked', 'money'),
    ('late_replays', 'money'), ('referral', 'money'), ('upgrade', 'money'),
    ('failed', 'purchases'), ('not_confirmed', 'purchases'), ('decided', 'purchases'), ('advanced', 'purchases'),
    ('late', 'purchases'),
    ('order', 'customers'), ('payment_sent', 'customers'), ('complaint', 'customers'), ('shop_domain', 'customers'),
    ('delivery_issue', 'customers'), ('schedule', 'customers'),
    ('new_delivery_issue', 'delivery_issues'), ('admin_action', 'admin_actions'),
    ('report_day', 'report_day'), ('report_outcomes', 'report_outcomes'), ('report_week', 'report_week'),
    ('report_month', 'report_month'),
    ('device', 'security'), ('password', 'security'), ('sign_in', 'security'), ('keys', 'security'),
    ('prices', 'news'), ('announcement', 'news')
)
select p.account_id, k.group_name, bool_or(p.mail), bool_or(p.push)
from notification_preferences p
join kinds k on k.kind = p.event
group by p.account_id, k.group_name;--> statement-breakpoint
DROP TABLE "notification_preferences";--> statement-breakpoint
-- Those that were hidden in the portal begin there as read.
update notifications set read_at = now() where not shown and read_at is null;
