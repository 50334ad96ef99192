import type { ComponentProps } from "react";
import { PurchaseCredit } from "#app/(reseller)/customers/credit-book/purchase-credit";
import { buttonClass } from "#app/ui/button-class.ts";
import { ButtonLink } from "#app/ui/button-link";
import { MessageCircle, Printer, RotateCcw, UserRound } from "#app/ui/icon/icons.ts";
import { type Ctx, mayHelp } from "#lib/core/context";
import type { PurchaseDetail } from "#lib/purchase/read/purchase-view";
import { getSeller } from "#lib/shop/seller";
import { CancelPurchaseDialog } from "./cancel-purchase-dialog.tsx";
import { buildCustomerMessageUrl } from "./customer-message.ts";

interface Props {
  ctx: Ctx;
  purchase: PurchaseDetail;
  mayCancel: boolean;
}

/** The next act, and below it one row of acts at the same place in every state, first the customer’s message. */
export async function PurchaseActs({ ctx, purchase, mayCancel }: Props) {
  const { state, ident } = purchase;
  const { name } = await getSeller(ctx);
  const hasFailed = state === "failed" || state === "reversed";
  return (
    <>
      {hasFailed ? (
        <NextPurchaseLink purchase={purchase} variant="primary" />
      ) : (
        <NextCustomerLink same={purchase.planId} variant="primary" />
      )}
      <div className={ROW_CLASS}>
        <a
          href={buildCustomerMessageUrl(purchase, name)}
          target="_blank"
          rel="noopener"
          className={buttonClass({ variant: "secondary" })}
        >
          <MessageCircle />
          Tell customer
        </a>
        {mayCancel && state === "queued" && <CancelPurchaseDialog ident={ident} />}
        {hasFailed && <NextCustomerLink variant="secondary" />}
        {state === "successful" && (
          <>
            {mayHelp(ctx, "customers") && <PurchaseCredit ctx={ctx} purchase={purchase} />}
            <NextPurchaseLink purchase={purchase} variant="secondary" />
            <ButtonLink href={`/purchases/${ident}/receipt`} variant="secondary">
              <Printer />
              Receipt
            </ButtonLink>
          </>
        )}
      </div>
    </>
  );
}

/**
 * On a phone the acts are small tiles side by side, or rows while one has an error. The row is as high in each
 * state, so that none of the page moves when a delivery arrives.
 */
const ROW_CLASS = [
  "flex w-full flex-wrap gap-2 max-sm:grid max-sm:min-h-[4.625rem] max-sm:auto-cols-fr max-sm:grid-flow-col",
  "max-sm:gap-1.5 sm:min-h-11",
  "max-sm:[&_:is(a,button)]:h-full max-sm:[&_:is(a,button)]:flex-col max-sm:[&_:is(a,button)]:justify-start",
  "max-sm:[&_:is(a,button)]:gap-1 max-sm:[&_:is(a,button)]:px-0.5 max-sm:[&_:is(a,button)]:py-2",
  "max-sm:[&_:is(a,button)]:text-center max-sm:[&_:is(a,button)]:font-medium",
  "max-sm:[&_:is(a,button)]:text-xs max-sm:[&_:is(a,button)]:leading-tight",
  "max-sm:[&_button>span]:flex-col max-sm:[&_button>span]:gap-1 max-sm:[&_form]:h-full",
  "max-sm:has-[form>[aria-live]:not(:empty)]:grid-flow-row",
].join(" ");

type Variant = Pick<ComponentProps<typeof ButtonLink>, "variant">;

/** The first act of a result fills a phone's width; the others share their rows. */
const getWidth = ({ variant }: Variant) => (variant === "primary" ? "max-sm:w-full" : undefined);

/** Opens an empty number field with the focus. `same`: the plan to offer again. */
function NextCustomerLink({ variant, same }: Variant & { same?: number }) {
  const query = new URLSearchParams({ next: "customer", ...(same && { same: String(same) }) });
  return (
    <ButtonLink href={`/buy?${query}`} variant={variant} className={getWidth({ variant })}>
      <UserRound />
      Next customer
    </ButtonLink>
  );
}

/** The same again, or another plan when the network doesn't sell this one to this number. */
function NextPurchaseLink({ purchase, variant }: Variant & { purchase: PurchaseDetail }) {
  const { ident, networkId, phoneE164, isPlanUnsuitable } = purchase;
  const query = new URLSearchParams(
    isPlanUnsuitable ? { network: String(networkId), phone: phoneE164 } : { again: ident },
  );
  return (
    <ButtonLink href={`/buy?${query}`} variant={variant} className={getWidth({ variant })}>
      {!isPlanUnsuitable && <RotateCcw />}
      {isPlanUnsuitable ? "Choose another plan" : "Buy again"}
    </ButtonLink>
  );
}
