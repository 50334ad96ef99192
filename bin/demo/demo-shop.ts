import type { Ctx } from "#lib/core/context";
import type { ShopPaymentMethod } from "#lib/shop/payment-method";
import { openShop, saveShop } from "#lib/shop/save-shop";

/** Opens the shop of the demo at `/s/demo`, as its owner would, ready for orders. */
export async function openDemoShop(owner: Ctx, name: string): Promise<void> {
  const look = {
    name,
    slug: "demo",
    note: "Open every day from 8 to 22. Data usually arrives within a minute of your payment.",
    phone: "0803 123 4567",
  };
  const payments: ShopPaymentMethod[] = [
    { kind: "bank", bank: "Demo Bank", accountName: name, accountNumber: "0123456789" },
    { kind: "cash", where: "At the kiosk, 12 Allen Avenue, from 8 to 22." },
  ];
  await openShop(owner, { ...look, markup: "10", payments });
  await saveShop(owner, { ...look, whatsapp: look.phone, hue: 155, paymentWindowMinutes: 120, payments });
}
