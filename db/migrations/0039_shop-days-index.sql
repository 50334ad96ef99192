-- step by step
CREATE INDEX CONCURRENTLY "purchases_storefront_reversed" ON "purchases" USING btree ("settled_at","reversed_at") WHERE "purchases"."channel" = 'storefront' and "purchases"."reversed_at" is not null;
