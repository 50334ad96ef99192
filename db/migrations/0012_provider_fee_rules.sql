CREATE TABLE "provider_fee_rules" (
	"provider" text NOT NULL,
	"kind" text NOT NULL,
	"rate" integer NOT NULL,
	"fixed" bigint NOT NULL,
	"fixed_from" bigint NOT NULL,
	"max_fee" bigint,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "provider_fee_rules_provider_kind_pk" PRIMARY KEY("provider","kind"),
	CONSTRAINT "provider_fee_rules_kind" CHECK ("provider_fee_rules"."kind" in ('checkout', 'account')),
	CONSTRAINT "provider_fee_rules_amounts" CHECK ("provider_fee_rules"."rate" between 0 and 5000 and "provider_fee_rules"."fixed" >= 0 and "provider_fee_rules"."fixed_from" >= 0 and "provider_fee_rules"."max_fee" >= 0)
);
