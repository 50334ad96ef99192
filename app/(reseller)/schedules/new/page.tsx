import { randomUUID } from "node:crypto";
import type { Metadata } from "next";
import { asksPin } from "#lib/account/pin/require-pin";
import { list } from "#lib/catalogue/list";
import { decimalText } from "#lib/core/money";
import { groupedPhone, parsePhone } from "#lib/core/phone";
import { dayOf } from "#lib/core/time";
import { requireResellerPage } from "#lib/web/actor";
import type { Query } from "../../../ui/address.ts";
import { Card } from "../../../ui/card.tsx";
import { ActionForm, FormAnswer } from "../../../ui/form.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { planOptions } from "../../bulk/plan-options.ts";
import { Off } from "../../plans/off.tsx";
import { make } from "../actions.ts";
import { Fields } from "../fields.tsx";

export const metadata: Metadata = { title: "New schedule" };

/** A new schedule; its address may name the number and the plan. */
export default async function NewSchedulePage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireResellerPage();
  const [{ plans, off }, query, withPin] = await Promise.all([list(ctx, {}), searchParams, asksPin(ctx)]);
  const plan = plans.find(({ id }) => String(id) === [query.plan].flat()[0]);
  const phone = parsePhone(([query.phone].flat()[0] ?? "").replace(/^ (?=\d)/, "+"));
  const tomorrow = Temporal.PlainDate.from(dayOf(new Date())).add({ days: 1 }).toString();
  return (
    <>
      <PageHeader
        title="New schedule"
        lead="Bought by itself, at the price of the day. Nothing is charged now."
        back={{ href: "/schedules", label: "Schedules" }}
      />
      <Off off={off} />
      <Card className="max-w-lg">
        <ActionForm action={make} hidden={{ key: randomUUID() }}>
          <FormAnswer />
          <Fields
            plans={planOptions(plans)}
            asksPin={withPin}
            wanted={{
              ...{ firstOn: tomorrow, clock: "08:00", unit: "month", every: 1, untilOn: "" },
              phone: phone ? groupedPhone(phone) : "",
              plan: plan ? String(plan.id) : "",
              most: plan ? decimalText(plan.price) : "",
            }}
          />
          <SubmitButton size="lg" wide pendingText="Scheduling">
            Schedule it
          </SubmitButton>
        </ActionForm>
      </Card>
    </>
  );
}
