-- step by step
ALTER TABLE "batches" VALIDATE CONSTRAINT "batches_helper";
