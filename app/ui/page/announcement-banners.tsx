import { Banner } from "#app/ui/banner";
import { Time } from "#app/ui/time";
import { ANNOUNCEMENT_KIND_LABELS } from "#lib/core/text/announcement-labels";
import type { Announcement } from "#lib/notification/announcement/announcement-list";

export function AnnouncementBanners({ announcements }: { announcements: readonly Announcement[] }) {
  if (announcements.length === 0) return null;
  return (
    <section aria-label="Announcements" className="mb-5 grid gap-2 print:hidden">
      {announcements.map(({ id, kind, networkName, text, madeAt }) => (
        <Banner
          key={id}
          kind={kind === "outage" || kind === "maintenance" ? "warn" : "info"}
          title={
            networkName ? `${ANNOUNCEMENT_KIND_LABELS[kind]}: ${networkName}` : ANNOUNCEMENT_KIND_LABELS[kind]
          }
        >
          <p className="whitespace-pre-line break-words">{text}</p>
          <p className="mt-1 text-muted">
            <Time at={madeAt} />
          </p>
        </Banner>
      ))}
    </section>
  );
}
