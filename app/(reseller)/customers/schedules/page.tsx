import { CustomerTabs } from "#app/(reseller)/customers/customer-tabs";
import { Badge } from "#app/ui/badge";
import { ButtonLink } from "#app/ui/button-link";
import { Card } from "#app/ui/card";
import { CalendarClock, CalendarPlus } from "#app/ui/icon/icons.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { ListPage, noMatches } from "#app/ui/list/list-page";
import { RowLink } from "#app/ui/list/row-link";
import { NetworkTile } from "#app/ui/network-tile";
import { Time } from "#app/ui/time";
import { getCustomerNames } from "#lib/customer/find-customers";
import { requireResellerPage } from "#lib/request/actor";
import { type ScheduleView, scheduleList } from "#lib/schedule/schedule-view";
import { lastOccurrenceLabel, scheduleStateLabel } from "./schedule-labels.ts";

export const metadata = { title: "Schedules" };

const PATH = "/customers/schedules";

const NEW_SCHEDULE_LINK = { href: "/customers/schedules/new", label: "New schedule" };

const EMPTY_STATE = {
  icon: CalendarClock,
  title: "No schedules yet",
  text: "Buy a plan automatically: tomorrow morning, every Monday, or on the 1st of every month. We remind you the day before.",
  action: NEW_SCHEDULE_LINK,
};

const NO_RESULTS = noMatches(PATH, "schedules", "Search for part of a phone number, or show all schedules.");

const STATE_FILTER = {
  name: "state",
  label: "Status",
  options: { active: "Active", paused: "Paused", ended: "Ended" },
};

export default async function SchedulesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireResellerPage();
  const page = await scheduleList.page(ctx, await searchParams);
  const names = await getCustomerNames(ctx, page.rows);
  return (
    <ListPage
      here={PATH}
      page={page}
      title="Schedules"
      tabs={<CustomerTabs ctx={ctx} current={PATH} />}
      complete
      acts={
        (page.rows.length > 0 || page.narrowed) && (
          <ButtonLink href={NEW_SCHEDULE_LINK.href} className="grow sm:grow-0">
            <CalendarPlus /> New schedule
          </ButtonLink>
        )
      }
      search="Phone number"
      filters={[STATE_FILTER]}
      empty={EMPTY_STATE}
      unmatched={NO_RESULTS}
    >
      <Card padded={false}>
        <ul aria-label="Schedules" className="divide-y divide-line">
          {page.rows.map((schedule) => (
            <ScheduleRow key={schedule.id} schedule={schedule} name={names.get(schedule.phoneE164)} />
          ))}
        </ul>
      </Card>
    </ListPage>
  );
}

function ScheduleRow({ schedule, name }: { schedule: ScheduleView; name: string | undefined }) {
  const { id, networkName, plan, phone, when, unit, state, next, last } = schedule;
  const { word, tone } = scheduleStateLabel(schedule);
  const customer = name ? `${name}, ${phone}` : phone;
  return (
    <li className="relative flex items-start gap-3 px-4 py-3 has-[a:hover]:bg-sunken/60 md:px-5">
      <NetworkTile name={networkName} />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline justify-between gap-3">
          <RowLink
            href={`/customers/schedules/${id}`}
            label={`${customer}, ${plan}, ${when}`}
            className="min-w-0 truncate font-medium"
          >
            {name || phone}
          </RowLink>
          <Badge tone={tone}>{word}</Badge>
        </p>
        <p className="text-sm">{name ? `${phone} · ${plan}` : plan}</p>
        <p className="text-muted text-sm">
          {when}
          {state === "active" && unit !== "once" && next && (
            <>
              {", next "}
              <Time at={next.at} />
            </>
          )}
        </p>
        {last && <p className="text-muted text-sm">{lastOccurrenceLabel(last)}</p>}
      </div>
    </li>
  );
}
