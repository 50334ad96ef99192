insert into "settings" ("name", "value", "version")
  select 'referral', jsonb_build_object('kind', "kind", 'reward', "reward"::text, 'minimum', "minimum"::text,
    'share', "share", 'cap', "cap"::text, 'months', "months", 'holdDays', "hold_days", 'maxReferrals', "max_referrals"),
    "version"
  from "referral_settings";--> statement-breakpoint
DROP TABLE "referral_settings";
