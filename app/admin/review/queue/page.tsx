import { redirect } from "next/navigation";
import { sumBesideQueue } from "#app/admin/review/count-to-review.ts";
import { ResultBanner } from "#app/admin/review/result-banner";
import { ReviewTabs } from "#app/admin/tabs";
import { CircleCheck } from "#app/ui/icon/icons.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { ListFilters } from "#app/ui/list/list-filters";
import { EmptyCard } from "#app/ui/list/list-page";
import { LiveUpdates } from "#app/ui/page/live-updates";
import { PageHeader } from "#app/ui/page/page-header";
import { PageShortcuts } from "#app/ui/page/page-shortcuts";
import type { Ctx } from "#lib/core/context";
import { pluralise } from "#lib/core/text/pluralise";
import { requireAdminPage } from "#lib/request/actor";
import {
  listDecidableKinds,
  parseQueueFilter,
  type QueueFilter,
  type ReviewItem,
  type ReviewQueue,
  readReviewQueue,
} from "#lib/review/review-queue";
import { listSavedReplies } from "#lib/review/saved-replies";
import { QueueItem } from "./queue-item.tsx";
import { buildItemHref, QUEUE_PATH, SHORT_KIND_LABELS } from "./queue-labels.ts";
import { QueueList } from "./queue-list.tsx";
import { SavedReplies } from "./saved-replies.tsx";

export const metadata = { title: "Review queue" };

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
      <PageHeader title="Review queue" tabs={<ReviewTabs ctx={ctx} here={QUEUE_PATH} />}>
        <div className="-mb-4 w-full md:w-auto">
          <ListFilters here={QUEUE_PATH} on={toTextFilters(on)} filters={buildFilters(ctx)} compact />
        </div>
      </PageHeader>
      {decided && <ResultBanner ctx={ctx} done={decided} />}
      {open ? (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[16.5rem_minmax(0,1fr)] 2xl:grid-cols-[18rem_minmax(0,1fr)]">
          <QueueItem
            ctx={ctx}
            item={open.item}
            position={open.position}
            queue={queue}
            on={on}
            replies={replies}
            takesFocus={decided === undefined}
          />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5 xl:sticky xl:top-4 xl:order-first xl:max-h-[calc(100dvh-2rem)] xl:overflow-y-auto xl:[scrollbar-width:thin]">
            <QueueList queue={queue} position={open.position} on={on} />
            <SavedReplies replies={replies} />
          </div>
        </div>
      ) : (
        <>
          <EmptyQueue
            others={isFiltered(on) ? (await readReviewQueue(ctx)).count : 0}
            beside={await sumBesideQueue(ctx)}
          />
          <SavedReplies replies={replies} />
        </>
      )}
    </>
  );
}

function EmptyQueue({ others, beside }: { others: number; beside: number }) {
  if (others > 0)
    return (
      <EmptyCard
        icon={CircleCheck}
        title="No items match the filters"
        text={pluralise(others, "other item waits.", "other items wait.")}
        action={{ href: QUEUE_PATH, label: "Open next item" }}
      />
    );
  return (
    <EmptyCard
      icon={CircleCheck}
      title={beside > 0 ? "No items in the queue" : "Nothing to review"}
      text="Unconfirmed purchases, delivery issues, approval requests, bank transfers and level upgrades appear here by deadline. Discrepancies and payments have lists of their own."
    />
  );
}

interface OpenItem {
  key: string;
  item: ReviewItem;
  /** Its place in the queue; that of the next item where the filters leave it out. */
  position: number;
}

/**
 * Finds the item of the address; where it left the queue, the first one that is due after it. An item that
 * the filters leave out, such as one that was just assigned, stays open.
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

const isFiltered = ({ kind, assigned }: QueueFilter) => kind !== undefined || assigned !== undefined;

const toTextFilters = (on: QueueFilter): Record<string, string> =>
  Object.fromEntries(Object.entries(on).flatMap(([name, value]) => (value ? [[name, value]] : [])));

const buildFilters = (ctx: Ctx) => [
  {
    name: "kind",
    label: "Kind",
    empty: "All kinds",
    options: Object.fromEntries(listDecidableKinds(ctx).map((kind) => [kind, SHORT_KIND_LABELS[kind]])),
  },
  {
    name: "assigned",
    label: "Assigned",
    empty: "All admins",
    options: { self: "To me", none: "To no admin" },
  },
];
