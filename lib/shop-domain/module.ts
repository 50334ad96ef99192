import { sql } from "drizzle-orm";
import { selectDue } from "#lib/core/due";
import { startLane } from "#lib/core/lane/lane";
import { defineModule } from "#lib/core/module";
import { byOwner } from "#lib/core/personal-data";
import { areShopDomainsOn } from "./are-domains-on.ts";
import { getShopDomainVariables } from "./variables.ts";

export const shopDomainModule = defineModule({
  name: "shop-domain",
  variables: [getShopDomainVariables],
  tables: {
    shop_domains: {
      retention: {
        label: "domains of shops that were never verified",
        days: () => 30,
        at: sql`created_at`,
        where: sql`state = 'pending'`,
      },
      personalData: { account: byOwner(sql`(select reseller_id from shops s where s.id = t.shop_id)`) },
      erase: {
        account: (id) => sql`
          delete from shop_domains
          where shop_id in (select id from shops where reseller_id = ${id})
          returning 1`,
      },
    },
  },
  audit: {
    "shop_domain.failed": "found that a shop’s domain no longer opens",
    "shop_domain.lost": "found the records of a shop’s domain missing",
    "shop_domain.opened": "found that a shop’s domain opens",
    "shop_domain.removed": "removed the domain of a shop",
    "shop_domain.saved": "set the domain of a shop",
    "shop_domain.verified": "verified the domain of a shop",
  },
  jobs: [
    {
      name: "shop_domains",
      label: "Domains of shops",
      pool: "messages",
      actor: "domain",
      due: selectDue("shop_domains", "due_at"),
      start: async (ctx) => startLane(ctx, (await import("./check-domains.ts")).createDomainLane(ctx)),
    },
  ],
  notifications: {
    shop_domain: { label: "Your shop’s domain", audience: "resellers", group: "customers" },
  },
  hosts: {
    areServed: areShopDomainsOn,
    list: async (ctx) => (await import("./list-shop-hosts.ts")).listShopHosts(ctx),
    channel: "shop_host",
  },
});
