insert into "settings" ("name", "value", "version")
  select 'sign_up', jsonb_build_object('open', "open"), "version" from "sign_up_settings"
  union all
  select 'privacy', jsonb_build_object('text', "text"), "version" from "privacy_notice"
  union all
  select 'report', jsonb_build_object('hour', "hour"), "version" from "report_settings"
  union all
  select 'contact', jsonb_build_object('name', "name", 'phone', "phone", 'whatsapp', "whatsapp", 'email', "email"), "version"
  from "operator_contact"
  union all
  select 'instructions', jsonb_build_object('text', "text"), "version" from "payment_instructions"
  union all
  select 'issue', jsonb_build_object(
    'replyHours', "reply_hours", 'reportingWindowDays', "reporting_window_days", 'checks', "checks"), "version"
  from "delivery_issue_settings"
  union all
  select 'reconcile', jsonb_build_object('automatic', "automatic", 'lateSeconds', "late_seconds",
    'refundSeconds', "refund_seconds", 'graceSeconds', "grace_seconds"), "version"
  from "reconcile_settings"
  union all
  select 'approval', jsonb_build_object('singleAdminLimit', "single_admin_limit"::text), "approval_settings_version"
  from "reconcile_settings"
  union all
  select 'advances', jsonb_build_object('enabled', "advances"), 1 from "reconcile_settings";--> statement-breakpoint
insert into "chain_basis" ("basis") select "basis" from "reconcile_settings";--> statement-breakpoint
DROP TABLE "sign_up_settings";--> statement-breakpoint
DROP TABLE "privacy_notice";--> statement-breakpoint
DROP TABLE "report_settings";--> statement-breakpoint
DROP TABLE "operator_contact";--> statement-breakpoint
DROP TABLE "payment_instructions";--> statement-breakpoint
DROP TABLE "delivery_issue_settings";--> statement-breakpoint
DROP TABLE "reconcile_settings";
