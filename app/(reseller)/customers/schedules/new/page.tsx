import { randomUUID } from "node:crypto";
import { OffBanner } from "#app/(reseller)/buy/buy-parts";
import { buildPlanOptions } from "#app/(reseller)/buy/options.ts";
import { createScheduleAction } from "#app/(reseller)/customers/schedules/actions.ts";
import { ScheduleFields } from "#app/(reseller)/customers/schedules/schedule-fields";
import { Card } from "#app/ui/card";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { SubmitButton } from "#app/ui/form/submit-button";
import type { Query } from "#app/ui/list/build-href.ts";
import { PageHeader } from "#app/ui/page/page-header";
import { isPinRequired } from "#lib/account/pin/require-pin";
import { listPlans } from "#lib/catalogue/list-plans";
import { getOfferedPrice } from "#lib/catalogue/price/price";
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
      <PageHeader title="New schedule" back={{ href: "/customers/schedules", label: "Schedules" }} />
      <OffBanner off={off} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,32rem)_minmax(0,1fr)] lg:gap-8">
        <Card>
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
                maxPrice: "",
              }}
            />
            <SubmitButton size="lg" wide pendingText="Scheduling">
              Create schedule
            </SubmitButton>
          </ActionForm>
        </Card>
        <ul className="grid list-disc gap-2 pl-5 text-muted marker:text-faint lg:pt-4">
          <li>You aren’t charged now. Each purchase is made automatically, at that day’s price.</li>
          <li>You’re notified when one isn’t made, such as when your wallet is short.</li>
          <li>You can skip a date, pause or end the schedule at any time.</li>
        </ul>
      </div>
    </>
  );
}
