import type { Announcement } from "#lib/announcement/announcement-list";
import { KIND_WORDS } from "#lib/core/announcement-words";
import { Notice } from "./notice.tsx";
import { Time } from "./time.tsx";

/** What everybody is told now; nothing where there is nothing to tell. */
export function Announcements({ announcements }: { announcements: readonly Announcement[] }) {
  if (announcements.length === 0) return null;
  return (
    <section aria-label="Announcements" className="mb-5 grid gap-2 print:hidden">
      {announcements.map(({ id, kind, networkName, text, madeAt }) => (
        <Notice
          key={id}
          kind={kind === "outage" || kind === "maintenance" ? "warn" : "info"}
          title={networkName ? `${KIND_WORDS[kind]}: ${networkName}` : KIND_WORDS[kind]}
        >
          <p className="whitespace-pre-line break-words">{text}</p>
          <p className="mt-1 text-muted">
            <Time at={madeAt} />
          </p>
        </Notice>
      ))}
    </section>
  );
}
