-- step by step
CREATE INDEX CONCURRENTLY "journals_at" ON "journals" USING brin ("at") WITH (autosummarize=true);
