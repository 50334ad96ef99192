import { Time, TimePhrase } from "#app/ui/time";
import { formatAnnouncementTitle } from "#lib/announcement/announcement-labels";
import type { Announcement } from "#lib/announcement/announcement-list";

export function AnnouncementText({ announcement }: { announcement: Announcement }) {
  const { kind, networkName, text, madeAt, endsAt } = announcement;
  return (
    <div className="min-w-0 flex-1 basis-64">
      <p className="font-semibold">{formatAnnouncementTitle(kind, networkName)}</p>
      <p className="whitespace-pre-line break-words">{text}</p>
      <p className="text-muted text-sm">
        From <Time at={madeAt} />
        <TimePhrase before=" until " at={endsAt} />
      </p>
    </div>
  );
}
