insert into "settings" ("name", "value", "version")
  select 'payment', jsonb_build_object('paystack', 'paystack' <> all ("off"), 'monnify', 'monnify' <> all ("off"),
    'flutterwave', 'flutterwave' <> all ("off"), 'collect', "collect", 'feeBearer', "fee_bearer",
    'dedicatedAccountProvider', coalesce("dedicated_account_provider", ''), 'minAmount', "min_amount"::text,
    'maxAmount', "max_amount"::text), "version"
  from "payment_settings";--> statement-breakpoint
DROP TABLE "payment_settings";
