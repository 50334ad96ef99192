CREATE TABLE "api_requests" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "api_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"request_id" text NOT NULL,
	"reseller_id" bigint NOT NULL,
	"token_id" bigint NOT NULL,
	"test" boolean NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"status" smallint NOT NULL,
	"duration_ms" integer NOT NULL,
	"ref" text,
	"error" text,
	"address" text,
	CONSTRAINT "api_requests_reseller_id_id_pk" PRIMARY KEY("reseller_id","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "api_requests_request_id" ON "api_requests" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "api_requests_failed" ON "api_requests" USING btree ("reseller_id","id") WHERE "api_requests"."status" >= 400;--> statement-breakpoint
CREATE INDEX "api_requests_ref" ON "api_requests" USING btree ("reseller_id","ref","id") WHERE "api_requests"."ref" is not null;--> statement-breakpoint
CREATE INDEX "api_requests_at" ON "api_requests" USING btree ("at");