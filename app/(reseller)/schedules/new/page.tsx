import { randomUUID } from "node:crypto";
import { OffBanner } from "#app/(reseller)/buy/buy-parts";
import { buildPlanOptions } from "#app/(reseller)/buy/options.ts";
import { createScheduleAction } from "#app/(reseller)/schedules/actions.ts";
import { ScheduleFields } from "#app/(reseller)/schedules/schedule-fields";
import { Card } from "#app/ui/card";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { SubmitButton } from "#app/ui/form/submit-button";
import type { Query } from "#app/ui/list/build-href.ts";
import { PageHeader } from "#app/ui/page/page-header";
import { isPinRequired } from "#lib/account/pin/require-pin";
import { listPlans } from "#lib/catalogue/list-plans";
import { getOfferedPrice } from "#lib/catalogue/price/price";
import { formatDecimal } from "#lib/core/money/money";
import { formatPhone, parsePhone } from "#lib/core/text/phone";
import { dayOf } from "#lib/core/time/time";
import { requireResellerPage } from "#lib/request/actor";

export const metadata = { title: "New schedule" };

/** Creates a schedule. The query can name the phone number and plan. */
export default async function NewSchedulePage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireResellerPage();
  const [{ plans, off }, query, withPin] = await Promise.all([
    listPlans(ctx, {}, getOfferedPrice),
    searchParams,
    isPinRequired(ctx),
  ]);
  const plan = plans.find(({ id }) => String(id) === [query.plan].flat()[0]);
  const phone = parsePhone(([query.phone].flat()[0] ?? "").replace(/^ (?=\d)/, "+"));
  const tomorrow = Temporal.PlainDate.from(dayOf(new Date())).add({ days: 1 }).toString();
  return (
    <>
      <PageHeader
        title="New schedule"
        lead="We buy it automatically at that day’s price. You aren’t charged now."
        back={{ href: "/schedules", label: "Schedules" }}
      />
      <OffBanner off={off} />
      <Card className="max-w-lg">
        <ActionForm action={createScheduleAction} hidden={{ key: randomUUID() }}>
          <FormStatus />
          <ScheduleFields
            plans={buildPlanOptions(plans)}
            asksPin={withPin}
            wanted={{
              firstOn: tomorrow,
              clock: "08:00",
              unit: "month",
              every: 1,
              untilOn: "",
              phone: phone ? formatPhone(phone) : "",
              plan: plan ? String(plan.id) : "",
              maxPrice: plan ? formatDecimal(plan.price) : "",
            }}
          />
          <SubmitButton size="lg" wide pendingText="Scheduling">
            Create schedule
          </SubmitButton>
        </ActionForm>
      </Card>
    </>
  );
}
