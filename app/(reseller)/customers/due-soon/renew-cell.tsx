import { ButtonLink } from "#app/ui/button-link";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { SubmitButton } from "#app/ui/form/submit-button";
import { FocusOnChange } from "#app/ui/page/focus-on-change";
import { PageLink } from "#app/ui/page/page-link";
import { PrivateText } from "#app/ui/private-money";
import { PurchaseStateBadge } from "#app/ui/purchase/purchase-state-badge";
import { formatMoney } from "#lib/core/money/money";
import { createPurchaseRef } from "#lib/purchase/place/refs";
import type { DueView } from "#lib/regular/due-list";
import { renewAction } from "./actions.ts";

interface Props {
  row: DueView & { name: string | null; asksPin: boolean; isLinked: boolean };
}

/** Renews a number in one tap, or shows the result. */
export function RenewCell({ row }: Props) {
  const { ident, renewal } = row;
  return (
    <FocusOnChange of={renewal?.ident ?? ""} className="relative z-1 outline-none">
      <div role="status">
        {renewal && row.isLinked && (
          <PageLink
            href={`/purchases/${renewal.ident}`}
            className="target inline-flex items-center justify-end gap-2"
          >
            <PurchaseStateBadge state={renewal.state} cancelled={renewal.cancelled} />
            <span className="sr-only">{` for ${row.name ?? row.phone}, view purchase`}</span>
          </PageLink>
        )}
        {renewal && !row.isLinked && (
          <PurchaseStateBadge state={renewal.state} cancelled={renewal.cancelled} />
        )}
      </div>
      {!renewal?.isLive && <RenewButton key={ident} row={row} />}
    </FocusOnChange>
  );
}

/** A link to the review where something is to be decided first: a PIN, a loss, another plan. */
function RenewButton({ row }: Props) {
  const { ident, name, phone, phoneE164, planId, networkName, size, price, isPaused, asksPin, isLoss } = row;
  const what = <span className="sr-only">{`: ${networkName} ${size} for ${name ?? phone}`}</span>;
  if (isPaused) return <p className="text-right text-muted text-sm">{networkName} isn’t delivering now</p>;
  if (price === null)
    return (
      <ButtonLink href={`/buy?${new URLSearchParams({ phone: phoneE164 })}`} variant="quiet" size="sm">
        Choose plan
        {what}
      </ButtonLink>
    );
  const review = new URLSearchParams({ plan: String(planId), phone: phoneE164, shown: String(price) });
  const label = (
    <>
      <span className="max-md:grid max-md:text-right max-md:leading-snug">
        <span>Renew</span>{" "}
        <PrivateText>
          <span className="text-ink">{formatMoney(price)}</span>
        </PrivateText>
      </span>
      {what}
    </>
  );
  if (asksPin || isLoss)
    return (
      <ButtonLink href={`/buy?${review}`} variant="quiet" size="sm" className="-mr-3 whitespace-nowrap">
        {label}
      </ButtonLink>
    );
  return (
    <ActionForm
      action={renewAction}
      id={`renew-${ident}`}
      hidden={{ ref: createPurchaseRef(), ident, price: String(price), review: String(review) }}
      className="items-end gap-1"
    >
      <FormStatus />
      <SubmitButton variant="quiet" size="sm" className="-mr-3 whitespace-nowrap">
        {label}
      </SubmitButton>
    </ActionForm>
  );
}
