insert into "settings" ("name", "value", "version")
  select 'message', jsonb_build_object('enabled', "enabled", 'orderPayer', "order_payer", 'smsPrice', "sms_price"::text,
    'whatsappPrice', "whatsapp_price"::text, 'quietFrom', "quiet_from", 'quietUntil', "quiet_until",
    'dailyLimit', "daily_limit"), "version"
  from "message_settings";--> statement-breakpoint
DROP TABLE "message_settings";
