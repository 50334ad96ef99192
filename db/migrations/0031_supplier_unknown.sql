CREATE TABLE "chain_cuts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "chain_cuts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"supplier_id" integer,
	"earliest" timestamp with time zone NOT NULL,
	"latest" timestamp with time zone NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chain_cuts_span" CHECK ("chain_cuts"."earliest" <= "chain_cuts"."latest")
);
--> statement-breakpoint
ALTER TABLE "attempts" ALTER COLUMN "supplier_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_supplier_known" CHECK ("attempts"."supplier_id" is not null or "attempts"."worker" = 'restored') NOT VALID;