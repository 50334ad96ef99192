import { AdminDialog, AdminForm } from "#app/admin/admin-form";
import { AdminList } from "#app/admin/admin-list";
import { NetworkTabs } from "#app/admin/tabs";
import { StateBadge } from "#app/ui/badge";
import { Select } from "#app/ui/form/select";
import { Textarea } from "#app/ui/form/textarea";
import { Megaphone } from "#app/ui/icon/icons.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { PageLink } from "#app/ui/page/page-link";
import { PermissionGate } from "#app/ui/page/permission-gate";
import { Time, TimePhrase } from "#app/ui/time";
import { ANNOUNCEMENT_KIND_LABELS, formatAnnouncementTitle } from "#lib/announcement/announcement-labels";
import { announcementList, type ListedAnnouncement } from "#lib/announcement/announcement-list";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { formatNetworkName } from "#lib/core/text/display-name";
import { requireAdminPage } from "#lib/request/actor";
import { endAnnouncementAction, publishAnnouncementAction } from "./actions.ts";

export const metadata = { title: "Announcements" };

export default async function AnnouncementsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const { networks } = await getCatalogue(ctx);
  return (
    <AdminList
      live
      complete
      ctx={ctx}
      here="/admin/networks/announcements"
      query={await searchParams}
      list={announcementList}
      title="Announcements"
      tabs={<NetworkTabs here="/admin/networks/announcements" />}
      lead={
        <>
          Shown to resellers on every page, and to everyone on{" "}
          <PageLink href="/status" className="underline underline-offset-4">
            network status
          </PageLink>
          .
        </>
      }
      acts={<PublishForm networks={networks} />}
      filters={[
        { name: "kind", label: "Kind", empty: "All kinds", options: ANNOUNCEMENT_KIND_LABELS },
        { name: "state", label: "Status", options: { now: "Published", over: "Ended" } },
      ]}
      empty={{
        icon: Megaphone,
        title: "No announcements yet",
        text: "A new announcement appears on every reseller’s pages and on the network status page.",
      }}
    >
      {({ rows }) => (
        <ul className="divide-y divide-line border-line border-y bg-surface max-md:-mx-4 md:rounded-lg md:border">
          {rows.toSorted(compareCurrentFirst).map((announcement) => (
            <AnnouncementItem key={announcement.id} {...announcement} />
          ))}
        </ul>
      )}
    </AdminList>
  );
}

const DURATION_LABELS = { 1: "1 hour", 4: "4 hours", 24: "1 day", 168: "1 week" };

const compareCurrentFirst = (a: ListedAnnouncement, b: ListedAnnouncement) => Number(b.now) - Number(a.now);

function PublishForm({ networks }: { networks: readonly { id: number; name: string }[] }) {
  const about = networks.map(({ id, name }) => ({ value: String(id), label: formatNetworkName(name) }));
  return (
    <AdminDialog
      trigger={
        <>
          <Megaphone />
          New announcement
        </>
      }
      look={{ variant: "primary" }}
      title="Publish announcement"
      needs="answer"
      id="announce"
      action={publishAnnouncementAction}
      reasonHint="For the audit log. Only admins see it."
      submit="Publish announcement"
      submitLook="primary"
    >
      <Select label="Kind" name="kind" options={ANNOUNCEMENT_KIND_LABELS} />
      <div className="grid grid-cols-2 gap-4">
        <Select label="Network" name="networkId" empty="All networks" options={about} />
        <Select label="Duration" name="hours" empty="Until ended" options={DURATION_LABELS} />
      </div>
      <Textarea
        label="Message"
        name="text"
        maxLength={280}
        hint="Name the problem and when to check again."
      />
    </AdminDialog>
  );
}

function AnnouncementItem({ id, kind, networkName, text, madeAt, endsAt, now }: ListedAnnouncement) {
  return (
    <li className="grid gap-2 px-4 py-3 md:px-5">
      <div className="flex items-center justify-between gap-4">
        <p className="min-w-0 truncate font-semibold">{formatAnnouncementTitle(kind, networkName)}</p>
        <StateBadge tone={now ? "good" : "plain"} word={now ? "Published" : "Ended"} />
      </div>
      <p className="whitespace-pre-line break-words">{text}</p>
      <p className="text-muted text-sm">
        From <Time at={madeAt} />
        <TimePhrase before=" until " at={endsAt} />
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
