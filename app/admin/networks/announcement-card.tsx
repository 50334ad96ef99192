import { AdminDialog } from "#app/admin/admin-form";
import { Card } from "#app/ui/card";
import { Select } from "#app/ui/form/select";
import { Textarea } from "#app/ui/form/textarea";
import { Megaphone } from "#app/ui/icon/icons.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { PageLink } from "#app/ui/page/page-link";
import { ANNOUNCEMENT_KIND_LABELS, formatAnnouncementTitle } from "#lib/announcement/announcement-labels";
import { type Announcement, listCurrentAnnouncements } from "#lib/announcement/announcement-list";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import type { Ctx } from "#lib/core/context";
import { formatNetworkName } from "#lib/core/text/display-name";
import { endAnnouncementAction, publishAnnouncementAction } from "./actions.ts";
import { AnnouncementHistory } from "./announcement-history.tsx";
import { AnnouncementText } from "./announcement-text.tsx";

/** The current announcements, with the form for another; the ended ones are folded. */
export async function AnnouncementCard({ ctx, query }: { ctx: Ctx; query: Query }) {
  const [current, { networks }] = await Promise.all([listCurrentAnnouncements(ctx), getCatalogue(ctx)]);
  return (
    <Card title="Announcements" action={<PublishDialog networks={networks} />} padded={false}>
      {current.length > 0 ? (
        <ul aria-label="Current announcements" className="mt-2 divide-y divide-line border-line border-t">
          {current.map((announcement) => (
            <CurrentAnnouncement key={announcement.id} announcement={announcement} />
          ))}
        </ul>
      ) : (
        <p className="px-4 pb-3 text-muted md:px-5">
          None published. Resellers see them on every page, and everyone on{" "}
          <PageLink href="/status" className="underline underline-offset-4">
            network status
          </PageLink>
          .
        </p>
      )}
      <AnnouncementHistory ctx={ctx} query={query} />
    </Card>
  );
}

const DURATION_LABELS = { 1: "1 hour", 4: "4 hours", 24: "1 day", 168: "1 week" };

function PublishDialog({ networks }: { networks: readonly { id: number; name: string }[] }) {
  const about = networks.map(({ id, name }) => ({ value: String(id), label: formatNetworkName(name) }));
  return (
    <AdminDialog
      trigger={
        <>
          <Megaphone />
          <span>
            Publish<span className="max-sm:sr-only"> announcement</span>
          </span>
        </>
      }
      look={{ size: "sm" }}
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

function CurrentAnnouncement({ announcement }: { announcement: Announcement }) {
  const { id, kind, networkName } = announcement;
  const title = formatAnnouncementTitle(kind, networkName);
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 py-3 md:px-5">
      <AnnouncementText announcement={announcement} />
      <AdminDialog
        trigger={
          <>
            End<span className="sr-only"> announcement: {title}</span>
          </>
        }
        look={{ size: "sm" }}
        title="End announcement"
        needs="answer"
        id={`end-${id}`}
        action={endAnnouncementAction}
        hidden={{ id }}
        submit="End announcement"
        submitLook="danger"
      />
    </li>
  );
}
