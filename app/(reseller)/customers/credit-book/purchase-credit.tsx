import { randomUUID } from "node:crypto";
import { ButtonLink } from "#app/ui/button-link";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { SubmitButton } from "#app/ui/form/submit-button";
import { BookCheck } from "#app/ui/icon/icons.ts";
import { FocusOnChange } from "#app/ui/page/focus-on-change";
import type { Ctx } from "#lib/core/context";
import { formatDecimal, formatMoney, type Minor } from "#lib/core/money/money";
import { findSaleOfPurchase } from "#lib/credit-book/credit-account";
import { listSellingPrices } from "#lib/price-list/read-price-list";
import type { PurchaseDetail } from "#lib/purchase/read/purchase-view";
import { addPurchaseAction } from "./actions.ts";

/**
 * Puts a delivered purchase in the credit book in one tap, at the customer's price; a form asks for the price
 * where it isn't known. A purchase that is in the book has a link to its account.
 */
export async function PurchaseCredit({ ctx, purchase }: { ctx: Ctx; purchase: PurchaseDetail }) {
  const { ident, id: purchaseId, state, channel, planId } = purchase;
  // A customer of a shop paid before.
  if (state !== "successful" || channel === "shop") return null;
  const [sale, usual] = await Promise.all([
    findSaleOfPurchase(ctx, { purchaseId }),
    purchase.sellingPrice === null ? listSellingPrices(ctx) : null,
  ]);
  return (
    <FocusOnChange of={String(sale?.id)} className="grid outline-none">
      {sale ? (
        <ButtonLink href={`/customers/credit-book/${sale.id}`} variant="secondary">
          <BookCheck />
          {sale.owed > 0n ? `${formatMoney(sale.owed)} owed` : "Paid later"}
        </ButtonLink>
      ) : (
        <AddForm ident={ident} amount={purchase.sellingPrice ?? usual?.get(planId)} />
      )}
    </FocusOnChange>
  );
}

function AddForm({ ident, amount }: { ident: string; amount: Minor | undefined }) {
  if (amount === undefined)
    return (
      <ButtonLink
        href={`/customers/credit-book/new?${new URLSearchParams({ purchase: ident })}`}
        variant="secondary"
      >
        <BookCheck />
        Add to credit book
      </ButtonLink>
    );
  return (
    <ActionForm
      action={addPurchaseAction}
      id="credit"
      hidden={{ key: randomUUID(), ident, amount: formatDecimal(amount) }}
      className="gap-2"
    >
      <FormStatus />
      <SubmitButton variant="secondary">
        <BookCheck />
        <span>
          <span className="max-sm:sr-only">Add </span>
          {formatMoney(amount)} to credit book
        </span>
      </SubmitButton>
    </ActionForm>
  );
}
