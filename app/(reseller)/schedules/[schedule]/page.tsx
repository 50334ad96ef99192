import { CalendarClock, Pause, Play, SkipForward } from "lucide-react";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { asksPin } from "#lib/account/pin/require-pin";
import { list } from "#lib/catalogue/list";
import { decimalText, formatMoney } from "#lib/core/money";
import { sayDay } from "#lib/core/time";
import { namesOf } from "#lib/customer/find-customers";
import { balance } from "#lib/ledger/wallet";
import { type DayView, dayList, getSchedule, type ScheduleDetail } from "#lib/schedule/schedule-view";
import { WHY_WORDS } from "#lib/schedule/words";
import { requireResellerPage } from "#lib/web/actor";
import { orNotFound } from "#lib/web/or-not-found";
import type { Query } from "../../../ui/address.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Card } from "../../../ui/card.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Fold } from "../../../ui/fold.tsx";
import { ActionForm, FormAnswer } from "../../../ui/form.tsx";
import { ListBody } from "../../../ui/list-page.tsx";
import { Live } from "../../../ui/live.tsx";
import { Money } from "../../../ui/money.tsx";
import { NetworkTile } from "../../../ui/network-tile.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { PlainIcon } from "../../../ui/plain-icon.tsx";
import { List, Row } from "../../../ui/row.tsx";
import { StateBadge } from "../../../ui/state-badge.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { Time } from "../../../ui/time.tsx";
import { planOptions } from "../../bulk/plan-options.ts";
import { change, end, pause, resume, skip } from "../actions.ts";
import { Fields } from "../fields.tsx";
import { dayWords, stateWords } from "../schedule-words.ts";

export const metadata: Metadata = { title: "Schedule" };

interface Props {
  params: Promise<{ schedule: string }>;
  searchParams: Promise<Query>;
}

/** One schedule: what is next and whether it will work, what can be done about it, and what became of each day. */
export default async function SchedulePage({ params, searchParams }: Props) {
  const { ctx } = await requireResellerPage();
  const schedule = await orNotFound(getSchedule(ctx, { id: Number((await params).schedule) }));
  const { id, phone, phoneE164, plan, networkName, when, state } = schedule;
  const [names, days, { plans }, { wallet }, withPin] = await Promise.all([
    namesOf(ctx, [phoneE164]),
    dayList(id).page(ctx, await searchParams),
    list(ctx, {}),
    balance(ctx),
    asksPin(ctx),
  ]);
  const name = names.get(phoneE164);
  return (
    <>
      <Live />
      <PageHeader
        title={name ?? phone}
        lead={name ? phone : undefined}
        back={{ href: "/schedules", label: "Schedules" }}
      />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Card>
          <div className="flex items-start gap-4">
            <NetworkTile name={networkName} />
            <div className="min-w-0 flex-1">
              <p className="font-semibold">{plan}</p>
              <p className="text-muted">{when}</p>
            </div>
            <State schedule={schedule} />
          </div>
          <div className="mt-4 grid gap-3">
            <Trouble schedule={schedule} wallet={wallet} />
            <Facts facts={factsOf(schedule)} />
          </div>
          {state !== "ended" && <Acts schedule={schedule} />}
        </Card>
        <section aria-labelledby="days">
          <h2 id="days" className="mb-3 font-semibold text-lg">
            What came of it
          </h2>
          <ListBody here={`/schedules/${id}`} page={days} empty={EMPTY}>
            <Card padded={false}>
              <List label="Days">
                {days.rows.map((day) => (
                  <DayRow key={day.id} day={day} />
                ))}
              </List>
            </Card>
          </ListBody>
        </section>
        {state !== "ended" && (
          <Card className="lg:col-span-2">
            <Fold title="Change it" open={schedule.pause === "plan"}>
              <ActionForm action={change} id="change" hidden={{ id }} className="max-w-lg gap-4 pt-3">
                <FormAnswer />
                <Fields
                  plans={planOptions(plans)}
                  asksPin={withPin}
                  wanted={{
                    ...{ phone, firstOn: schedule.firstOn, clock: schedule.clock, unit: schedule.unit },
                    ...{ every: schedule.every, untilOn: schedule.untilOn ?? "" },
                    plan: schedule.price === null ? "" : String(schedule.planId),
                    most: decimalText(schedule.most),
                  }}
                />
                <SubmitButton>Save</SubmitButton>
              </ActionForm>
            </Fold>
          </Card>
        )}
      </div>
    </>
  );
}

const EMPTY = {
  icon: CalendarClock,
  title: "Nothing yet",
  text: "Each day stands here: what was bought, or why nothing was.",
};

function State({ schedule }: { schedule: ScheduleDetail }) {
  const { word, tone } = stateWords(schedule);
  return <Badge tone={tone}>{word}</Badge>;
}

/** What would keep the next day from being bought, as things stand. */
function Trouble({ schedule, wallet }: { schedule: ScheduleDetail; wallet: bigint }): ReactNode {
  const { state, pause, price, most } = schedule;
  if (state === "ended") return null;
  if (pause === "plan")
    return (
      <Notice kind="error" title="The plan was not to be had three times">
        Choose another one below, and it goes on.
      </Notice>
    );
  if (state === "paused") return <Notice>Paused: nothing is bought until you go on.</Notice>;
  if (price === null) return <Notice kind="warn">The plan is not sold now. Choose another one below.</Notice>;
  if (price > most)
    return (
      <Notice kind="warn" title={`It costs ${formatMoney(price)} now`}>
        That is above your {formatMoney(most)}: as things stand it is not bought.
      </Notice>
    );
  if (price > wallet)
    return <Notice kind="warn">{formatMoney(price - wallet)} is missing in your wallet.</Notice>;
  return null;
}

function factsOf({ state, next, upcoming, price, most }: ScheduleDetail) {
  return [
    ...(state === "active" && next ? [{ label: "Next", value: <Time at={next.at} /> }] : []),
    ...(state === "active" && upcoming.length > 0
      ? [{ label: "Then", value: upcoming.map(({ day }) => sayDay(day)).join(" · ") }]
      : []),
    { label: "Costs now", value: price === null ? "Not sold" : <Money text={formatMoney(price)} /> },
    { label: "Not above", value: <Money text={formatMoney(most)} /> },
  ];
}

function Acts({ schedule: { id, state, next, unit } }: { schedule: ScheduleDetail }) {
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {state === "active" ? (
        <>
          {next && unit !== "once" && (
            <ActionForm action={skip} id="skip" hidden={{ id, day: next.day }}>
              <FormAnswer />
              <SubmitButton variant="secondary">
                <PlainIcon icon={SkipForward} />
                Skip {sayDay(next.day)}
              </SubmitButton>
            </ActionForm>
          )}
          <ActionForm action={pause} id="pause" hidden={{ id }}>
            <FormAnswer />
            <SubmitButton variant="secondary">
              <PlainIcon icon={Pause} />
              Pause
            </SubmitButton>
          </ActionForm>
        </>
      ) : (
        <ActionForm action={resume} id="resume" hidden={{ id }}>
          <FormAnswer />
          <SubmitButton>
            <PlainIcon icon={Play} />
            Go on
          </SubmitButton>
        </ActionForm>
      )}
      <ConfirmDialog trigger="End" look={{ variant: "quiet" }} title="End this schedule?" cancel="Keep it">
        <p>Nothing more is bought by it. What it bought stays.</p>
        <ActionForm action={end} id="end" hidden={{ id }}>
          <FormAnswer />
          <SubmitButton variant="danger" wide>
            End it
          </SubmitButton>
        </ActionForm>
      </ConfirmDialog>
    </div>
  );
}

function DayRow({ day: { day, state, why, price, purchase } }: { day: DayView }) {
  return (
    <Row
      href={purchase ? `/purchases/${purchase.ident}` : undefined}
      title={sayDay(day)}
      note={why ? WHY_WORDS[why] : undefined}
      value={price === null ? undefined : <Money text={formatMoney(price)} />}
      state={
        purchase ? (
          <StateBadge state={purchase.state} cancelled={purchase.cancelled} />
        ) : (
          <Badge tone={state === "waiting" ? "wait" : why === "asked" ? "plain" : "bad"}>
            {dayWords(state)}
          </Badge>
        )
      }
    />
  );
}
