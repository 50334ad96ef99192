import { SavedViews } from "#app/admin/saved-views";
import { Badge } from "#app/ui/badge";
import { Disclosure } from "#app/ui/disclosure";
import type { Query } from "#app/ui/list/build-href.ts";
import { ListFilters } from "#app/ui/list/list-filters";
import { CsvLink } from "#app/ui/list/list-page";
import { Pager } from "#app/ui/list/pager";
import { ANNOUNCEMENT_KIND_LABELS } from "#lib/announcement/announcement-labels";
import { announcementList } from "#lib/announcement/announcement-list";
import type { Ctx } from "#lib/core/context";
import { listSavedViews } from "#lib/saved-view/saved-views";
import { AnnouncementText } from "./announcement-text.tsx";

const PATH = "/admin/networks";

const FILTERS = [
  { name: "kind", label: "Kind", empty: "All kinds", options: ANNOUNCEMENT_KIND_LABELS },
  { name: "state", label: "Status", empty: "Ended", options: { now: "Published", all: "All" } },
];

/** The ended announcements with their filters, open while one is on; nothing where there are none. */
export async function AnnouncementHistory({ ctx, query }: { ctx: Ctx; query: Query }) {
  const [page, views] = await Promise.all([
    announcementList.page(ctx, query),
    listSavedViews(ctx, { list: PATH }),
  ]);
  const { rows, on, narrowed } = page;
  if (rows.length === 0 && !narrowed) return null;
  return (
    <Disclosure
      title={<span className="pl-4 md:pl-5">Earlier announcements</span>}
      open={narrowed}
      className="border-line border-t"
    >
      <div className="px-4 md:px-5">
        <SavedViews here={PATH} on={on} views={views} />
        <ListFilters here={PATH} on={on} filters={FILTERS} />
        {rows.length === 0 && <p className="pb-3 text-muted">No matching announcements.</p>}
      </div>
      <ul className="divide-y divide-line border-line not-empty:border-t">
        {rows.map((announcement) => (
          <li
            key={announcement.id}
            className="flex flex-wrap items-start justify-between gap-x-4 px-4 py-3 md:px-5"
          >
            <AnnouncementText announcement={announcement} />
            {announcement.now && <Badge tone="good">Published</Badge>}
          </li>
        ))}
      </ul>
      <div className="px-4 pb-2 md:px-5">
        {rows.length > 0 && <CsvLink here={PATH} page={page} />}
        <Pager here={PATH} page={page} />
      </div>
    </Disclosure>
  );
}
