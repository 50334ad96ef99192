ALTER TABLE "journals" ADD COLUMN "ref" text;
