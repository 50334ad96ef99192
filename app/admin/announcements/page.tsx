import { Megaphone } from "lucide-react";
import type { Metadata } from "next";
import { endAnnouncementAction, publishAnnouncementAction } from "#app/admin/actions.ts";
import { AdminForm } from "#app/admin/admin-form";
import { AdminList } from "#app/admin/admin-list";
import { StateBadge } from "#app/ui/badge";
import { Card } from "#app/ui/card";
import { Select } from "#app/ui/form/select";
import { Textarea } from "#app/ui/form/textarea";
import type { Query } from "#app/ui/list/build-href.ts";
import { PageLink } from "#app/ui/page/page-link";
import { PermissionGate } from "#app/ui/page/permission-gate";
import { Time } from "#app/ui/time";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { ANNOUNCEMENT_KIND_LABELS } from "#lib/core/text/announcement-labels";
import { announcementList, type ListedAnnouncement } from "#lib/notification/announcement/announcement-list";
import { requireAdminPage } from "#lib/web/actor";

export const metadata: Metadata = { title: "Announcements" };

const KIND_OPTIONS = Object.entries(ANNOUNCEMENT_KIND_LABELS).map(([value, label]) => ({ value, label }));

const FILTERS = [
  { name: "kind", label: "Kind", empty: "All", options: KIND_OPTIONS },
  {
    name: "state",
    label: "State",
    empty: "All",
    options: [
      { value: "now", label: "Published" },
      { value: "over", label: "Ended" },
    ],
  },
];

const EMPTY_STATE = {
  icon: Megaphone,
  title: "No announcements yet",
  text: "Publish one above. It appears on every reseller’s pages and on the network status page.",
};

/** All announcements, and the form to publish one. */
export default async function AnnouncementsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const { networks } = await getCatalogue(ctx);
  return (
    <AdminList
      live
      ctx={ctx}
      here="/admin/announcements"
      query={await searchParams}
      list={announcementList}
      title="Announcements"
      lead={
        <>
          Shown to resellers on every page, and to everyone on{" "}
          <PageLink href="/status" className="underline underline-offset-4">
            network status
          </PageLink>
          .
        </>
      }
      above={<PublishForm networks={networks} />}
      filters={FILTERS}
      empty={EMPTY_STATE}
    >
      {({ rows }) => (
        <ul className="divide-y divide-line border-line border-y bg-surface max-md:-mx-4 md:rounded-lg md:border">
          {rows.map((announcement) => (
            <AnnouncementItem key={announcement.id} announcement={announcement} />
          ))}
        </ul>
      )}
    </AdminList>
  );
}

const DURATION_OPTIONS = [
  { value: "", label: "Until ended" },
  { value: "1", label: "1 hour" },
  { value: "4", label: "4 hours" },
  { value: "24", label: "1 day" },
  { value: "168", label: "1 week" },
];

function PublishForm({ networks }: { networks: readonly { id: number; name: string }[] }) {
  const about = networks.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <Card title="New announcement" className="mb-5">
      <AdminForm
        needs="answer"
        id="announce"
        action={publishAnnouncementAction}
        reasonHint="For the audit. Only admins see it."
        submit="Publish announcement"
        look={{ variant: "primary" }}
      >
        <div className="grid gap-4 sm:grid-cols-3">
          <Select label="Kind" name="kind" options={KIND_OPTIONS} />
          <Select
            label="Network"
            name="networkId"
            options={[{ value: "", label: "All networks" }, ...about]}
          />
          <Select label="Duration" name="hours" options={DURATION_OPTIONS} />
        </div>
        <Textarea
          label="Message"
          name="text"
          maxLength={280}
          hint="Name the problem and when to check again."
        />
      </AdminForm>
    </Card>
  );
}

function AnnouncementItem({
  announcement: { id, kind, networkName, text, madeAt, endsAt, now },
}: {
  announcement: ListedAnnouncement;
}) {
  return (
    <li className="grid gap-2 px-4 py-3 md:px-5">
      <div className="flex items-center justify-between gap-4">
        <p className="min-w-0 truncate font-semibold">
          {ANNOUNCEMENT_KIND_LABELS[kind]}
          {networkName && `: ${networkName}`}
        </p>
        <StateBadge tone={now ? "good" : "plain"} word={now ? "Published" : "Ended"} />
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
        <PermissionGate do="answer">
          <details name="announcement">
            <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-accent text-sm">
              End announcement
            </summary>
            <div className="max-w-xl py-2">
              <AdminForm
                needs="answer"
                id={`end-${id}`}
                action={endAnnouncementAction}
                hidden={{ id }}
                submit="End announcement"
                look={{ variant: "danger" }}
              />
            </div>
          </details>
        </PermissionGate>
      )}
    </li>
  );
}
