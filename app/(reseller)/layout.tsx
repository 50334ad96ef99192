import type { ReactNode } from "react";
import { contact } from "#lib/account/contact";
import { env } from "#lib/core/env";
import { countNewOrders } from "#lib/shop/list-orders";
import { requireResellerPage } from "#lib/web/actor";
import { WithContact } from "../ui/ask-us.tsx";
import { ResellerShell } from "../ui/shell/reseller-shell.tsx";
import { placesWith } from "./places.ts";

/** A reseller's pages, inside their navigation. Each page asks again who reads it. */
export default async function ResellerLayout({ children }: { children: ReactNode }) {
  const { ctx, session } = await requireResellerPage();
  const [reached, newOrders] = await Promise.all([contact(ctx), countNewOrders(ctx)]);
  const person = { name: session.name, email: session.actor.email };
  return (
    <WithContact contact={reached}>
      <ResellerShell name={env().PORTAL_NAME} places={placesWith({ newOrders })} person={person}>
        {children}
      </ResellerShell>
    </WithContact>
  );
}
