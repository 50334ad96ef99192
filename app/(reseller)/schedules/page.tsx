import { CalendarClock, CalendarPlus, SearchX } from "lucide-react";
import type { Metadata } from "next";
import { namesOf } from "#lib/customer/find-customers";
import { type ScheduleView, scheduleList } from "#lib/schedule/schedule-view";
import { requireResellerPage } from "#lib/web/actor";
import type { Query } from "../../ui/address.ts";
import { Badge } from "../../ui/badge.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Card } from "../../ui/card.tsx";
import { ListPage } from "../../ui/list-page.tsx";
import { NetworkTile } from "../../ui/network-tile.tsx";
import { PlainIcon } from "../../ui/plain-icon.tsx";
import { RowLink } from "../../ui/row-link.tsx";
import { Time } from "../../ui/time.tsx";
import { lastWords, stateWords } from "./schedule-words.ts";

export const metadata: Metadata = { title: "Schedules" };

const HERE = "/schedules";

const NEW = { href: "/schedules/new", label: "New schedule" };

const EMPTY = {
  icon: CalendarClock,
  title: "Nothing is scheduled",
  text: "Have a plan bought by itself: tomorrow morning, every Monday, or on the 1st of every month. You are told the day before.",
  action: NEW,
};

const UNMATCHED = {
  icon: SearchX,
  title: "Nothing matches",
  text: "Look for a part of a number, or show all of them.",
  action: { href: HERE, label: "Show all schedules", quiet: true },
};

const STATE = {
  name: "state",
  label: "State",
  empty: "All",
  options: [
    { value: "active", label: "On" },
    { value: "paused", label: "Paused" },
    { value: "ended", label: "Over" },
  ],
};

/** What is bought by itself, when next, and what came of it last. */
export default async function SchedulesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireResellerPage();
  const page = await scheduleList.page(ctx, await searchParams);
  const names = await namesOf(
    ctx,
    page.rows.map(({ phoneE164 }) => phoneE164),
  );
  return (
    <ListPage
      here={HERE}
      page={page}
      title="Schedules"
      acts={
        <ButtonLink href={NEW.href}>
          <PlainIcon icon={CalendarPlus} />
          New
        </ButtonLink>
      }
      search="Number"
      filters={[STATE]}
      empty={EMPTY}
      unmatched={UNMATCHED}
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
  const { id, networkName, plan, phone, when, state, next } = schedule;
  const { word, tone } = stateWords(schedule);
  return (
    <li className="relative flex items-start gap-3 px-4 py-3 has-[a:hover]:bg-sunken/60 md:px-5">
      <NetworkTile name={networkName} />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline justify-between gap-3">
          <RowLink href={`/schedules/${id}`} className="min-w-0 truncate font-medium">
            {name ? `${name}, ${phone}` : phone}
          </RowLink>
          <Badge tone={tone}>{word}</Badge>
        </p>
        <p className="text-sm">{plan}</p>
        <p className="text-muted text-sm">
          {when}
          {state === "active" && next && (
            <>
              {", next "}
              <Time at={next.at} />
            </>
          )}
        </p>
        <p className="text-muted text-sm">{lastWords(schedule)}</p>
      </div>
    </li>
  );
}
