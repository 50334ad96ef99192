import type { Metadata } from "next";
import { announcementList, type ListedAnnouncement } from "#lib/announcement/announcement-list";
import { current } from "#lib/catalogue/current";
import { KIND_WORDS } from "#lib/core/announcement-words";
import { savedViews } from "#lib/desk/saved-views";
import { requireAdminPage } from "#lib/web/actor";
import type { Query } from "../../ui/address.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { May } from "../../ui/may.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { Select } from "../../ui/select.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import { Time } from "../../ui/time.tsx";
import { DeskForm } from "../desk-form.tsx";
import { AdminList } from "../saved-views.tsx";
import { endIt, tellEverybody } from "./actions.ts";

export const metadata: Metadata = { title: "Announcements" };

const KINDS = Object.entries(KIND_WORDS).map(([value, label]) => ({ value, label }));

const FILTERS = [
  { name: "kind", label: "Kind", empty: "All kinds", options: KINDS },
  {
    name: "state",
    label: "Told",
    empty: "Any time",
    options: [
      { value: "now", label: "Now" },
      { value: "over", label: "Before" },
    ],
  },
];

/** What everybody was and is told, and the form to tell something. */
export default async function AnnouncementsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const [page, { networks }, views] = await Promise.all([
    announcementList.page(ctx, await searchParams),
    current(ctx),
    savedViews(ctx, { list: "/admin/announcements" }),
  ]);
  return (
    <AdminList
      live
      here="/admin/announcements"
      views={views}
      page={page}
      title="Announcements"
      lead={
        <>
          What every reseller reads on each page, and everybody at{" "}
          <PageLink href="/status" className="underline underline-offset-4">
            how the networks deliver
          </PageLink>
          .
        </>
      }
      above={<TellForm networks={networks} />}
      filters={FILTERS}
      empty="Nothing was announced yet."
    >
      <ul className="divide-y divide-line border-line border-y bg-surface max-md:-mx-4 md:rounded-lg md:border">
        {page.rows.map((one) => (
          <Told key={one.id} one={one} />
        ))}
      </ul>
    </AdminList>
  );
}

const SPANS = [
  { value: "", label: "Until somebody ends it" },
  { value: "1", label: "1 hour" },
  { value: "4", label: "4 hours" },
  { value: "24", label: "1 day" },
  { value: "168", label: "1 week" },
];

function TellForm({ networks }: { networks: readonly { id: number; name: string }[] }) {
  const about = networks.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <Card title="Tell everybody" className="mb-5">
      <DeskForm
        needs="answer"
        id="announce"
        action={tellEverybody}
        whyHint="For the records; nobody else sees it."
        submit="Tell everybody"
        look={{ variant: "primary" }}
      >
        <div className="grid gap-4 sm:grid-cols-3">
          <Select label="What it is" name="kind" options={KINDS} />
          <Select
            label="Network"
            name="networkId"
            options={[{ value: "", label: "None, or all" }, ...about]}
          />
          <Select label="For how long" name="hours" options={SPANS} />
        </div>
        <Textarea
          label="What everybody reads"
          name="text"
          maxLength={280}
          hint="Say what is the matter and when to look again."
        />
      </DeskForm>
    </Card>
  );
}

function Told({ one: { id, kind, networkName, text, madeAt, endsAt, now } }: { one: ListedAnnouncement }) {
  return (
    <li className="grid gap-2 px-4 py-3 md:px-5">
      <div className="flex items-center justify-between gap-4">
        <p className="min-w-0 truncate font-semibold">
          {KIND_WORDS[kind]}
          {networkName && `: ${networkName}`}
        </p>
        <Badge tone={now ? "good" : "plain"} icon>
          {now ? "Told now" : "Over"}
        </Badge>
      </div>
      <p className="whitespace-pre-line break-words">{text}</p>
      <p className="text-muted text-sm">
        From <Time at={madeAt} />
        {endsAt && (
          <>
            {" "}
            until <Time at={endsAt} />
          </>
        )}
      </p>
      {now && (
        <May do="answer">
          <details name="announcement">
            <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-accent text-sm">
              End it
            </summary>
            <div className="max-w-xl py-2">
              <DeskForm
                needs="answer"
                id={`end-${id}`}
                action={endIt}
                hidden={{ id }}
                submit="End it"
                look={{ variant: "danger" }}
              />
            </div>
          </details>
        </May>
      )}
    </li>
  );
}
