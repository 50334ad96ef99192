import { CircleCheck } from "lucide-react";
import type { Metadata } from "next";
import { decimalText } from "#lib/core/money";
import { profit } from "#lib/purchase/report/profit";
import { usualRetails } from "#lib/shop/usual-retail";
import { requireResellerPage } from "#lib/web/actor";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { Card } from "../../../ui/card.tsx";
import { countText } from "../../../ui/count-text.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ActionForm, FormAnswer } from "../../../ui/form.tsx";
import { Input } from "../../../ui/input.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { notePrices } from "../actions.ts";
import { type SpanQuery, saySpanOf, spanOf } from "../span.ts";

export const metadata: Metadata = { title: "Note prices" };

/** What customers paid for what was delivered without a price: once for each plan. */
export default async function PricesPage({ searchParams }: { searchParams: Promise<SpanQuery> }) {
  const { ctx } = await requireResellerPage();
  const asked = spanOf(await searchParams);
  const [{ plans, from, to }, usual] = await Promise.all([profit(ctx, asked), usualRetails(ctx)]);
  const back = `/profit?${new URLSearchParams({ from, to })}`;
  const unpriced = plans
    .filter((plan) => plan.unpriced > 0)
    .toSorted((one, other) => other.unpriced - one.unpriced);
  return (
    <>
      <PageHeader
        title="Note prices"
        lead={`What did your customers pay? ${saySpanOf({ from, to })}`}
        back={{ href: back, label: "Profit" }}
      />
      {unpriced.length === 0 ? (
        <EmptyState
          icon={CircleCheck}
          title="Every price is noted"
          action={<ButtonLink href={back}>See the profit</ButtonLink>}
        >
          Purchases that are delivered without a price will be here.
        </EmptyState>
      ) : (
        <ul className="grid items-start gap-4 md:grid-cols-2">
          {unpriced.map(({ planId, networkName, label, unpriced }) => (
            <li key={planId}>
              <Card title={`${networkName} ${label}`}>
                <ActionForm action={notePrices} id={`plan-${planId}`} hidden={{ planId, from, to }}>
                  <Input
                    name="retail"
                    label={
                      unpriced === 1 ? "The customer paid" : `Each of ${countText(unpriced)} customers paid`
                    }
                    inputMode="decimal"
                    autoComplete="off"
                    defaultValue={priceOf(usual.get(planId))}
                  />
                  <FormAnswer />
                  <SubmitButton variant="secondary">Note it</SubmitButton>
                </ActionForm>
              </Card>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const priceOf = (usual: bigint | undefined) => (usual === undefined ? "" : decimalText(usual));
