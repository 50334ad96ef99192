import type { OldRows } from "#lib/testing/samples";

export const oldRows: OldRows = {
  shop_domains: (at) => `
    insert into shop_domains (shop_id, domain, token, created_at)
    values (random() * 1e9, 'shop.example.com', 'token', ${at})`,
};
