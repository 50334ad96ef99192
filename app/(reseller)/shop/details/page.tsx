import { setShopStateAction } from "#app/(reseller)/shop/actions.ts";
import { DomainCard } from "#app/(reseller)/shop/domain/domain-card";
import { requireShopPage, ShopPageHeader } from "#app/(reseller)/shop/shop-page";
import { PAYMENT_METHOD_TITLES } from "#app/s/_shop/payment-methods";
import { ButtonLink } from "#app/ui/button-link";
import { Card } from "#app/ui/card";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { SubmitButton } from "#app/ui/form/submit-button";
import { MEDIUM_LABELS } from "#app/ui/message-labels.ts";
import { ContactSupport } from "#app/ui/page/contact-support";
import { ROW_PADDING_CLASS, SettingsRow } from "#app/ui/settings-row";
import { formatPlanSize } from "#lib/catalogue/plan-label";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { formatMoney } from "#lib/core/money/money";
import { getExamplePhone } from "#lib/core/text/phone";
import { getShopMessages } from "#lib/message/shop-messages";
import { getShop } from "#lib/shop/get-shop";
import { LogoForm } from "./logo-form.tsx";
import { OnlinePayments } from "./online-payments.tsx";
import { PaymentsForm } from "./payments-form.tsx";
import { ShopForm } from "./shop-form.tsx";

export const metadata = { title: "Shop details" };

interface Props {
  searchParams: Promise<{ logo?: string; open?: string | string[] }>;
}

export default async function ShopPage({ searchParams }: Props) {
  const { ctx, shop } = await requireShopPage();
  const { name, slug, note, hue, logo, payments, paymentWindowMinutes, refundsInOutage } = shop;
  const { logo: report, ...query } = await searchParams;
  const open = report ? "logo" : [query.open].flat()[0];
  const samples = shop.state === "closed" ? [] : (await getShop(ctx, { slug: shop.slug })).offers.slice(0, 3);
  return (
    <>
      <ShopPageHeader slug={shop.slug} here="/shop/details" />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22.5rem] lg:*:col-start-1">
        <Card title="Opening">
          <ShopStateForms state={shop.state} closedByAdmin={shop.closedByAdmin} />
        </Card>
        <ShopForm
          shop={{
            name,
            slug,
            note,
            hue,
            logo,
            phone: shop.phone?.text ?? "",
            whatsapp: shop.whatsapp?.text ?? "",
          }}
          host={new URL(env().NEXTAUTH_URL).host}
          example={getExamplePhone()}
          samples={samples.map(({ planId, size, volume, validity, price }) => ({
            key: planId,
            name: formatPlanSize({ size, volume }),
            validity,
            price: formatMoney(price),
          }))}
          open={open}
        >
          <SettingsRow name="logo" title="Logo" value={logo ? "Added" : "None"} open={open}>
            <div className={ROW_PADDING_CLASS}>
              <LogoForm name={name} logo={logo} hue={hue} report={report} />
            </div>
          </SettingsRow>
          <SettingsRow
            name="payments"
            title="Payment methods"
            value={payments.map(({ kind }) => PAYMENT_METHOD_TITLES[kind]).join(", ")}
            open={open}
          >
            <div className={ROW_PADDING_CLASS}>
              <PaymentsForm
                payments={payments}
                paymentWindowMinutes={paymentWindowMinutes}
                refundsInOutage={refundsInOutage}
              />
            </div>
          </SettingsRow>
        </ShopForm>
      </div>
      <OnlinePayments ctx={ctx} />
      <MessagesCard ctx={ctx} />
      <DomainCard ctx={ctx} />
    </>
  );
}

/** Where the operator offers messages to customers: whether they are on, and the way to their page. */
async function MessagesCard({ ctx }: { ctx: Ctx }) {
  const { medium, choices, priceRose } = await getShopMessages(ctx);
  if (choices.length === 0) return null;
  return (
    <Card title="Messages to customers" className="mt-10">
      <p className="mb-4 text-muted">
        {medium === null
          ? "Off. Customers can get an SMS or WhatsApp message when their order is delivered."
          : priceRose
            ? "Paused, because the price has risen."
            : `On, by ${MEDIUM_LABELS[medium]}, for customers who agree to it.`}
      </p>
      <ButtonLink href="/shop/messages">{medium === null ? "Turn on messages" : "Open messages"}</ButtonLink>
    </Card>
  );
}

const STATES = {
  open: { text: "Your shop is open: customers can order.", button: "Open shop", variant: "primary" },
  paused: {
    text: "Your shop is paused: customers see your prices but can’t order.",
    button: "Pause orders",
    variant: "secondary",
  },
  closed: {
    text: "Your shop is closed: customers see only that it’s closed.",
    button: "Close shop",
    variant: "danger",
  },
} as const;
type State = keyof typeof STATES;

function ShopStateForms({ state: currentState, closedByAdmin }: { state: State; closedByAdmin: boolean }) {
  const otherStates = (["open", "paused", "closed"] as const).filter((state) => state !== currentState);
  return (
    <ActionForm id="open" action={setShopStateAction}>
      <FormStatus />
      {closedByAdmin ? (
        <div>
          <p>Support closed your shop. Only support can open it again.</p>
          <ContactSupport>to find out what to change</ContactSupport>
        </div>
      ) : (
        <>
          <p>{STATES[currentState].text}</p>
          <div className="flex flex-wrap gap-2">
            {otherStates.map((state) => (
              <SubmitButton key={state} name="state" value={state} variant={STATES[state].variant}>
                {STATES[state].button}
              </SubmitButton>
            ))}
          </div>
        </>
      )}
    </ActionForm>
  );
}
