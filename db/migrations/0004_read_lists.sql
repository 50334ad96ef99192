CREATE TABLE "read_lists" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "read_lists_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reseller_id" bigint NOT NULL,
	"key" text NOT NULL,
	"plan_id" integer,
	"sheets" jsonb NOT NULL,
	"reading" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "read_lists_key" UNIQUE("reseller_id","key")
);
--> statement-breakpoint
ALTER TABLE "read_lists" ADD CONSTRAINT "read_lists_reseller_id_wallets_reseller_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."wallets"("reseller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "read_lists_created" ON "read_lists" USING btree ("created_at");