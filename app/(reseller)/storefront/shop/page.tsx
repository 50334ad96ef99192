import type { Metadata } from "next";
import { env } from "#lib/core/env";
import { formatMoney } from "#lib/core/money";
import { examplePhone } from "#lib/core/phone";
import { getShop } from "#lib/shop/get-shop";
import { AskUs } from "../../../ui/ask-us.tsx";
import { Card } from "../../../ui/card.tsx";
import { ActionForm, FormAnswer } from "../../../ui/form.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { requireShopPage, ShopHeader } from "../shop-page.tsx";
import { setState } from "./actions.ts";
import { LogoForm } from "./logo-form.tsx";
import { ShopForm } from "./shop-form.tsx";

export const metadata: Metadata = { title: "Shop" };

interface Props {
  searchParams: Promise<{ logo?: string }>;
}

/** How the shop looks, how it is paid, and whether it is open. */
export default async function ShopPage({ searchParams }: Props) {
  const { ctx, shop } = await requireShopPage();
  const { name, slug, note, hue, logo, payments, payWithin } = shop;
  const report = (await searchParams).logo;
  const samples = shop.state === "closed" ? [] : (await getShop(ctx, { slug: shop.slug })).offers.slice(0, 3);
  return (
    <>
      <ShopHeader slug={shop.slug} here="/storefront/shop" />
      <ShopForm
        shop={{
          ...{ name, slug, note, hue, logo, payments, payWithin },
          phone: shop.phone?.text ?? "",
          whatsapp: shop.whatsapp?.text ?? "",
        }}
        host={new URL(env().NEXTAUTH_URL).host}
        example={examplePhone()}
        samples={samples.map(({ planId, size, volume, validity, price }) => ({
          key: planId,
          name: `${size} ${volume}`,
          validity,
          price: formatMoney(price),
        }))}
      />
      <div className="mt-6 grid items-start gap-6 md:grid-cols-2">
        <Card title="Logo">
          <LogoForm name={shop.name} logo={shop.logo} hue={shop.hue} report={report} />
        </Card>
        <Card title="Open or closed">
          <OpenState state={shop.state} closedByAdmin={shop.closedByAdmin} />
        </Card>
      </div>
    </>
  );
}

type State = "open" | "paused" | "closed";

const NOW: Record<State, string> = {
  open: "Your shop is open: customers can order.",
  paused: "Your shop is paused: customers see your prices and cannot order.",
  closed: "Your shop is closed: customers see only that it is.",
};

const TURN: Record<State, string> = {
  open: "Open the shop",
  paused: "Pause orders",
  closed: "Close the shop",
};

/** Opens, pauses or closes the shop. */
function OpenState({ state: now, closedByAdmin }: { state: State; closedByAdmin: boolean }) {
  const others = (["open", "paused", "closed"] as const).filter((one) => one !== now);
  return (
    <ActionForm id="open" action={setState}>
      <FormAnswer />
      {closedByAdmin ? (
        <div>
          <p>Your shop was closed for you, and stays closed until it is opened again.</p>
          <AskUs>what has to change</AskUs>
        </div>
      ) : (
        <p>{NOW[now]}</p>
      )}
      {!closedByAdmin && (
        <div className="flex flex-wrap gap-2">
          {others.map((one) => (
            <SubmitButton
              key={one}
              name="state"
              value={one}
              variant={one === "open" ? "primary" : one === "closed" ? "danger" : "secondary"}
            >
              {TURN[one]}
            </SubmitButton>
          ))}
        </div>
      )}
    </ActionForm>
  );
}
