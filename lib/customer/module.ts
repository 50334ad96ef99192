import { sql } from "drizzle-orm";
import { declareActions } from "#lib/core/action";
import { defineModule } from "#lib/core/module";
import { byPhone, byReseller } from "#lib/core/personal-data";

export const customerModule = defineModule({
  name: "customer",
  tables: {
    customer_imports: {
      retention: { label: "imports of customers", days: () => 1, at: sql`created_at` },
      personalData: {
        ...byReseller,
        phone: (phone) => sql`t.lines @> jsonb_build_array(jsonb_build_object('phone', ${phone}::text))`,
        without: ["key"],
      },
    },
    customers: {
      retention: { current: "until the reseller removes them, or their data is erased" },
      personalData: { ...byReseller, phone: byPhone },
    },
  },
  async search(ctx, q) {
    const { findCustomers } = await import("./find-customers.ts");
    return (await findCustomers(ctx, { q })).map(({ name, phone }) => ({
      href: `/customers?${new URLSearchParams({ q: phone })}`,
      title: name || phone,
      note: `Customer, ${phone}`,
    }));
  },
  erasures: {
    async customers(ctx, person) {
      const { eraseCustomers } = await import("./erase-customers.ts");
      return eraseCustomers(ctx, person);
    },
  },
  actions: {
    ...declareActions(() => import("./erase-customers.ts"), {
      eraseCustomers: { redirects: null, permission: "personal", audit: "customer.erased" },
    }),
  },
  audit: { "customer.erased": "erased saved customers" },
});
