CREATE TABLE "audit_personal" (
	"audit_id" bigint PRIMARY KEY NOT NULL,
	"facts" jsonb,
	"erased_at" timestamp with time zone,
	CONSTRAINT "audit_personal_erased" CHECK (("audit_personal"."facts" is null) = ("audit_personal"."erased_at" is not null))
);
