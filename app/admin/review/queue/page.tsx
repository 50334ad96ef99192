import { CircleCheck } from "lucide-react";
import { redirect } from "next/navigation";
import { ResultBanner } from "#app/admin/review/result-banner";
import { ReviewTabs } from "#app/admin/tabs";
import type { Query } from "#app/ui/list/build-href.ts";
import { ListFilters } from "#app/ui/list/list-filters";
import { EmptyCard } from "#app/ui/list/list-page";
import { LiveUpdates } from "#app/ui/page/live-updates";
import { PageHeader } from "#app/ui/page/page-header";
import { PageShortcuts } from "#app/ui/page/page-shortcuts";
import type { Ctx } from "#lib/core/context";
import { pluralise } from "#lib/core/text/pluralise";
import {
  listDecidableKinds,
  parseQueueFilter,
  type QueueFilter,
  type ReviewItem,
  type ReviewQueue,
  readReviewQueue,
} from "#lib/review/review-queue";
import { listSavedReplies } from "#lib/review/saved-replies";
import { requireAdminPage } from "#lib/web/actor";
import { QueueItem } from "./queue-item.tsx";
import { buildItemHref, KIND_LABELS, QUEUE_PATH } from "./queue-labels.ts";
import { QueueList } from "./queue-list.tsx";
import { SavedReplies } from "./saved-replies.tsx";

export const metadata = { title: "Review queue" };

/** One item after the other by deadline, with its evidence and its decision on one page. */
export default async function QueuePage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const { item, due, done, ...query } = await searchParams;
  const on = parseQueueFilter(query);
  const [queue, replies] = await Promise.all([readReviewQueue(ctx, on), listSavedReplies(ctx)]);
  const [first] = queue.items;
  // An address of its own, so that an update of the page doesn’t exchange the item under an admin’s hands.
  if (item === undefined && first) redirect(buildItemHref(on, first, typeof done === "string" ? done : null));
  const open = await findOpenItem(ctx, queue, String(item), Number(due));
  const decided = typeof done === "string" ? done : open?.key === item ? undefined : String(item);
  return (
    <>
      <LiveUpdates />
      <PageShortcuts />
      <PageHeader title="Review queue" lead={formatLead(queue, on)} />
      <ReviewTabs ctx={ctx} here={QUEUE_PATH} />
      {decided && <ResultBanner ctx={ctx} done={decided} />}
      <ListFilters here={QUEUE_PATH} on={toTextFilters(on)} filters={buildFilters(ctx)} />
      {open ? (
        <div className="grid items-start gap-5 xl:grid-cols-[18rem_minmax(0,1fr)]">
          <QueueItem
            ctx={ctx}
            item={open.item}
            position={open.position}
            queue={queue}
            on={on}
            replies={replies}
            takesFocus={decided === undefined}
          />
          <QueueList items={queue.items} position={open.position} on={on} />
        </div>
      ) : (
        <EmptyCard
          icon={CircleCheck}
          title={isFiltered(on) ? "No results" : "Nothing to review"}
          text="Unconfirmed purchases, delivery issues, approval requests, bank transfers and level upgrades appear here by deadline."
          {...(isFiltered(on) && {
            action: { href: QUEUE_PATH, label: "Clear filters", quiet: true },
          })}
        />
      )}
      <SavedReplies replies={replies} />
    </>
  );
}

interface OpenItem {
  key: string;
  item: ReviewItem;
  /** Its place in the queue; that of the next item where the filters leave it out. */
  position: number;
}

/**
 * Finds the item of the address; where it left the queue, the first one that is due after it. An item that the filters
 * leave out, such as one that was just assigned, stays open.
 */
async function findOpenItem(
  ctx: Ctx,
  { items }: ReviewQueue,
  key: string,
  due: number,
): Promise<OpenItem | undefined> {
  const place = items.findIndex((item) => getKey(item) === key);
  const after = place >= 0 ? place : items.findIndex((item) => item.due.getTime() >= due);
  const position = after >= 0 ? after : items.length - 1;
  const next = items[position];
  if (place >= 0 && next) return { key, item: next, position };
  const hidden = (await readReviewQueue(ctx)).items.find((item) => getKey(item) === key);
  if (hidden) return { key, item: hidden, position };
  return next && { key: getKey(next), item: next, position };
}

const getKey = ({ kind, item }: ReviewItem) => `${kind}.${item}`;

function formatLead({ count, overdue }: ReviewQueue, on: QueueFilter): string {
  if (count === 0) return isFiltered(on) ? "No items match the filters." : "All items are decided.";
  const text = pluralise(count, "item to decide", "items to decide");
  return overdue > 0 ? `${text}, ${overdue} overdue.` : `${text}, by deadline.`;
}

const isFiltered = ({ kind, assigned }: QueueFilter) => kind !== undefined || assigned !== undefined;

const toTextFilters = (on: QueueFilter): Record<string, string> =>
  Object.fromEntries(Object.entries(on).flatMap(([name, value]) => (value ? [[name, value]] : [])));

const buildFilters = (ctx: Ctx) => [
  {
    name: "kind",
    label: "Kind",
    empty: "All kinds",
    options: Object.fromEntries(listDecidableKinds(ctx).map((kind) => [kind, KIND_LABELS[kind]])),
  },
  {
    name: "assigned",
    label: "Assigned",
    empty: "All admins",
    options: { self: "To me", none: "To no admin" },
  },
];
