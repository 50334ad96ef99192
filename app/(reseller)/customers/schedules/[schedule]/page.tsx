import type { ReactNode } from "react";
import { buildPlanOptions } from "#app/(reseller)/buy/options.ts";
import {
  changeScheduleAction,
  endScheduleAction,
  pauseScheduleAction,
  resumeScheduleAction,
  skipNextAction,
} from "#app/(reseller)/customers/schedules/actions.ts";
import { ScheduleFields } from "#app/(reseller)/customers/schedules/schedule-fields";
import {
  OCCURRENCE_LABELS,
  scheduleStateLabel,
} from "#app/(reseller)/customers/schedules/schedule-labels.ts";
import { Badge } from "#app/ui/badge";
import { Banner } from "#app/ui/banner";
import { Card } from "#app/ui/card";
import { DescriptionList } from "#app/ui/description-list";
import { Disclosure } from "#app/ui/disclosure";
import { ActionButton } from "#app/ui/form/action-button";
import { ConfirmDialog } from "#app/ui/form/confirm-dialog";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { SubmitButton } from "#app/ui/form/submit-button";
import { CalendarClock, Pause, Play, SkipForward } from "#app/ui/icon/icons.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { ListBody } from "#app/ui/list/list-page";
import { ListRow, RowList } from "#app/ui/list/list-row";
import { Money } from "#app/ui/money";
import { NetworkTile } from "#app/ui/network-tile";
import { LiveUpdates } from "#app/ui/page/live-updates";
import { PageHeader } from "#app/ui/page/page-header";
import { PurchaseStateBadge } from "#app/ui/purchase/purchase-state-badge";
import { Time } from "#app/ui/time";
import { isPinRequired } from "#lib/account/pin/require-pin";
import { listPlans } from "#lib/catalogue/list-plans";
import { getOfferedPrice } from "#lib/catalogue/price/price";
import { formatMoney, formatMoneyField } from "#lib/core/money/money";
import { formatDay } from "#lib/core/time/time";
import { getCustomerNames } from "#lib/customer/find-customers";
import { getBalance } from "#lib/ledger/wallet";
import { requireResellerPage } from "#lib/request/actor";
import { loadOrNotFound } from "#lib/request/load-or-not-found";
import { OCCURRENCE_REASON_LABELS } from "#lib/schedule/schedule-labels";
import {
  getSchedule,
  type OccurrenceView,
  occurrenceList,
  type ScheduleDetail,
} from "#lib/schedule/schedule-view";

export const metadata = { title: "Schedule" };

interface Props {
  params: Promise<{ schedule: string }>;
  searchParams: Promise<Query>;
}

export default async function SchedulePage({ params, searchParams }: Props) {
  const { ctx } = await requireResellerPage();
  const schedule = await loadOrNotFound(getSchedule(ctx, { id: Number((await params).schedule) }));
  const { id, phone, phoneE164, plan, networkName, when, state } = schedule;
  const [names, days, { plans }, { wallet }, withPin] = await Promise.all([
    getCustomerNames(ctx, [schedule]),
    occurrenceList(id).page(ctx, await searchParams),
    listPlans(ctx, {}, getOfferedPrice),
    getBalance(ctx),
    isPinRequired(ctx),
  ]);
  const name = names.get(phoneE164);
  const { word, tone } = scheduleStateLabel(schedule);
  return (
    <>
      <LiveUpdates />
      <PageHeader
        title={name ?? phone}
        lead={name ? phone : undefined}
        back={{ href: "/customers/schedules", label: "Schedules" }}
      />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Card>
          <div className="flex items-start gap-4">
            <NetworkTile name={networkName} />
            <div className="min-w-0 flex-1">
              <p className="font-semibold">{plan}</p>
              <p className="text-muted">{when}</p>
            </div>
            <Badge tone={tone}>{word}</Badge>
          </div>
          <div className="mt-4 grid gap-3">
            <ScheduleWarning schedule={schedule} wallet={wallet} />
            <DescriptionList facts={buildScheduleItems(schedule)} />
          </div>
          {state !== "ended" && <ScheduleActions schedule={schedule} />}
        </Card>
        <section aria-labelledby="days">
          <h2 id="days" className="mb-3 font-semibold text-lg">
            History
          </h2>
          <ListBody here={`/customers/schedules/${id}`} page={days} empty={EMPTY_STATE}>
            <Card padded={false}>
              <RowList label="History">
                {days.rows.map((day) => (
                  <OccurrenceRow key={day.id} day={day} />
                ))}
              </RowList>
            </Card>
          </ListBody>
        </section>
        {state !== "ended" && (
          <Card className="lg:col-span-2">
            <Disclosure title="Change schedule" open={schedule.pause === "plan"}>
              <ActionForm
                action={changeScheduleAction}
                id="change"
                hidden={{ id }}
                className="max-w-lg gap-4 pt-3"
              >
                <FormStatus />
                <ScheduleFields
                  plans={buildPlanOptions(plans)}
                  asksPin={withPin}
                  wanted={{
                    phone,
                    firstOn: schedule.firstOn,
                    clock: schedule.clock,
                    unit: schedule.unit,
                    every: schedule.every,
                    untilOn: schedule.untilOn ?? "",
                    plan: schedule.price === null ? "" : String(schedule.planId),
                    maxPrice: formatMoneyField(schedule.maxPrice),
                  }}
                />
                <SubmitButton>Save</SubmitButton>
              </ActionForm>
            </Disclosure>
          </Card>
        )}
      </div>
    </>
  );
}

const EMPTY_STATE = {
  icon: CalendarClock,
  title: "No purchases yet",
  text: "Each scheduled day shows here with its purchase, or the reason nothing was bought.",
};

/** Warns about what would stop the next purchase. */
function ScheduleWarning({ schedule, wallet }: { schedule: ScheduleDetail; wallet: bigint }): ReactNode {
  const { state, pause, price, maxPrice } = schedule;
  if (state === "ended") return null;
  if (pause === "plan")
    return (
      <Banner kind="error" title="Plan unavailable three times">
        Choose another plan below to continue.
      </Banner>
    );
  if (state === "paused") return <Banner>Paused. Nothing is bought until you resume.</Banner>;
  if (price === null)
    return <Banner kind="warn">This plan isn’t for sale right now. Choose another plan below.</Banner>;
  if (price > maxPrice)
    return (
      <Banner kind="warn" title={`The plan costs ${formatMoney(price)} now`}>
        That’s above your maximum of {formatMoney(maxPrice)}, so it won’t be bought.
      </Banner>
    );
  if (price > wallet)
    return <Banner kind="warn">Top up {formatMoney(price - wallet)} to buy this plan.</Banner>;
  return null;
}

function buildScheduleItems({ state, next, upcoming, price, maxPrice }: ScheduleDetail) {
  return [
    ...(state === "active" && next ? [{ label: "Next", value: <Time at={next.at} /> }] : []),
    ...(state === "active" && upcoming.length > 0
      ? [{ label: "Then", value: upcoming.map(({ day }) => formatDay(day)).join(" · ") }]
      : []),
    { label: "Price now", value: price === null ? "Not for sale" : <Money text={formatMoney(price)} /> },
    { label: "Maximum price", value: <Money text={formatMoney(maxPrice)} /> },
  ];
}

function ScheduleActions({ schedule: { id, state, next, unit } }: { schedule: ScheduleDetail }) {
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {state === "active" ? (
        <>
          {next && unit !== "once" && (
            <ActionButton
              action={skipNextAction}
              id="skip"
              hidden={{ id, day: next.day }}
              variant="secondary"
            >
              <SkipForward />
              Skip {formatDay(next.day)}
            </ActionButton>
          )}
          <ActionButton action={pauseScheduleAction} id="pause" hidden={{ id }} variant="secondary">
            <Pause />
            Pause
          </ActionButton>
        </>
      ) : (
        <ActionButton action={resumeScheduleAction} id="resume" hidden={{ id }}>
          <Play /> Resume
        </ActionButton>
      )}
      <ConfirmDialog trigger="End schedule" look={{ variant: "quiet" }} title="End this schedule?">
        <p>It won’t buy anything more. Its purchases stay in your list.</p>
        <ActionButton action={endScheduleAction} id="end" hidden={{ id }} variant="danger" wide>
          End schedule
        </ActionButton>
      </ConfirmDialog>
    </div>
  );
}

function OccurrenceRow({ day: { day, state, reason, price, purchase } }: { day: OccurrenceView }) {
  return (
    <ListRow
      href={purchase ? `/purchases/${purchase.ident}` : undefined}
      title={formatDay(day)}
      note={reason ? OCCURRENCE_REASON_LABELS[reason] : undefined}
      value={price === null ? undefined : <Money text={formatMoney(price)} />}
      state={
        purchase ? (
          <PurchaseStateBadge state={purchase.state} cancelled={purchase.cancelled} />
        ) : (
          <Badge tone={state === "waiting" ? "wait" : reason === "requested" ? "plain" : "bad"}>
            {OCCURRENCE_LABELS[state]}
          </Badge>
        )
      }
    />
  );
}
