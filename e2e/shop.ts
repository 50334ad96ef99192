import { sync } from "#lib/catalogue/sync";
import type { Ctx } from "#lib/core/context";
import type { OfferView } from "#lib/store/offers";
import { openStore } from "#lib/store/open-store";
import type { PaymentWay } from "#lib/store/payment-way";
import { saveStore } from "#lib/store/save-store";
import { visit } from "#lib/store/visit";
import type { System } from "./harness.ts";
import type { TestPerson } from "./people.ts";
import { shopper } from "./shopping.ts";

export interface TestShop {
  slug: string;
  name: string;
  /** How its owner acts. */
  owner: Ctx;
  offers: OfferView[];
}

/** A reseller's shop that takes orders, paid by bank transfer or cash. */
export async function openShop(system: Pick<System, "database">, person: TestPerson): Promise<TestShop> {
  await sync(system.database.systemCtx);
  const owner = shopper(system, person);
  const slug = `shop-${person.id}`;
  const look = {
    name: `Data by ${person.name}`,
    slug,
    note: "Open every day from 8 to 22.",
    phone: "0803 123 4567",
  };
  const payments: PaymentWay[] = [
    { kind: "bank", bank: "First Bank", accountName: person.name, accountNumber: "3012345678" },
    { kind: "cash", where: "12 Allen Avenue." },
  ];
  await openStore(owner, { ...look, markup: "10", payments });
  await saveStore(owner, { ...look, whatsapp: look.phone, hue: 155, payWithin: 120, payments });
  const { offers } = await visit(system.database.systemCtx, { slug });
  return { slug, name: look.name, owner, offers };
}
