import { sql } from "drizzle-orm";
import { declareActions } from "#lib/core/action";
import { defineModule } from "#lib/core/module";
import { byPhone, byReseller } from "#lib/core/personal-data";

export const creditBookModule = defineModule({
  name: "credit-book",
  tables: {
    credit_payments: {
      retention: { current: "until their sale is deleted" },
      personalData: {
        ...byReseller,
        phone: (phone) => sql`t.sale_id in (select id from credit_sales where phone = ${phone})`,
        without: ["key"],
      },
    },
    credit_sales: {
      retention: {
        label: "sales in credit books with their payments, after they are paid or undone",
        days: () => 730,
        at: sql`ended_at`,
      },
      personalData: { ...byReseller, phone: byPhone, without: ["key"] },
    },
  },
  erasures: {
    async credit_sales(ctx, person) {
      const { eraseCreditSales } = await import("./erase-credit-sales.ts");
      return eraseCreditSales(ctx, person);
    },
  },
  actions: {
    ...declareActions(() => import("./erase-credit-sales.ts"), {
      eraseCreditSales: { redirects: null, permission: "personal", audit: "credit_sale.erased" },
    }),
  },
  audit: {
    "credit_payment.recorded": "recorded a payment in the credit book",
    "credit_payment.undone": "undid a payment in the credit book",
    "credit_sale.added": "added a sale to the credit book",
    "credit_sale.changed": "changed a sale in the credit book",
    "credit_sale.erased": "erased sales in credit books",
    "credit_sale.undone": "undid a sale in the credit book",
  },
});
