import { chooseBatchColumnsAction, discardBatchAction } from "#app/(reseller)/batches/actions.ts";
import { formatBatchTitle, rowStatusLabel } from "#app/(reseller)/batches/batch-labels.ts";
import { buildPlanOptions } from "#app/(reseller)/buy/options.ts";
import { isColumnChoiceOpen, ListReading } from "#app/(reseller)/list-reading";
import { ActionButton } from "#app/ui/form/action-button";
import { ConfirmDialog } from "#app/ui/form/confirm-dialog";
import { formatCount } from "#app/ui/format-count.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { ListFilters } from "#app/ui/list/list-filters";
import { ListBody, ListHeader } from "#app/ui/list/list-page";
import { LiveUpdates } from "#app/ui/page/live-updates";
import { isPinRequired } from "#lib/account/pin/require-pin";
import { type BatchRowView, batchRowList } from "#lib/batch/batch-row-list";
import { type BatchDetail, getBatch } from "#lib/batch/batch-view";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { listPlans } from "#lib/catalogue/list-plans";
import { getOfferedPrice } from "#lib/catalogue/price/price";
import { type Ctx, mayHelp } from "#lib/core/context";
import { formatNetworkName } from "#lib/core/text/display-name";
import { getCustomerNames } from "#lib/customer/find-customers";
import { requireResellerPage } from "#lib/request/actor";
import { loadOrNotFound } from "#lib/request/load-or-not-found";
import { getSeller } from "#lib/shop/seller";
import { BatchConfirmation, BatchProblems, isRepairFirst } from "./batch-check.tsx";
import { buildBatchMessageUrl, MAX_MESSAGE_ROWS } from "./batch-message.ts";
import { BatchProgress } from "./batch-progress.tsx";
import { BatchRows } from "./batch-rows.tsx";
import { parseBatchId } from "./parse-batch-id.ts";

export const metadata = { title: "Batch" };

interface Props {
  params: Promise<{ batchId: string }>;
  /** `edit` is the id of the row to change. */
  searchParams: Promise<Query>;
}

/** One batch: check and confirm, then follow each row live. Works without script. */
export default async function BatchPage({ params, searchParams }: Props) {
  const { ctx } = await requireResellerPage("batches");
  const batch = await loadOrNotFound(
    (async () => getBatch(ctx, { id: parseBatchId((await params).batchId) }))(),
  );
  const query = await searchParams;
  const path = `/batches/${batch.id}`;
  const page = await batchRowList(batch.id).page(ctx, query);
  const helper = ctx.actor.kind === "helper";
  const names = mayHelp(ctx, "customers")
    ? await getCustomerNames(ctx, page.rows)
    : new Map<string, string>();
  const draft = batch.state === "draft";
  const needsPin = await isPinRequired(ctx);
  const edit = draft ? Number([query.edit].flat()[0]) : Number.NaN;
  return (
    <>
      <LiveUpdates />
      <ListHeader
        here={path}
        page={page}
        title={<span className="break-words">{formatBatchTitle(batch)}</span>}
        lead={[batch.madeBy && !helper && `Made by ${batch.madeBy}.`, draft && "You aren’t charged yet."]
          .filter(Boolean)
          .join(" ")}
        back={{ href: "/batches", label: "Batches" }}
        acts={draft && <DiscardBatchForm id={batch.id} />}
      />
      {draft ? (
        <BatchCheck batch={batch} asksPin={needsPin} ctx={ctx} />
      ) : (
        <BatchProgress
          batch={batch}
          asksPin={needsPin}
          here={path}
          mayFund={!helper}
          mayCancel={mayHelp(ctx, "cancel")}
          messageUrl={batch.over ? await buildMessageUrl(ctx, batch) : null}
        />
      )}
      <div id="rows" hidden={isColumnChoiceOpen(batch.reading)} className="scroll-mt-4">
        <ListFilters
          here={path}
          on={page.on}
          search="Phone number, note or reference"
          filters={[
            {
              name: "show",
              label: "Show",
              empty: `All ${formatCount(batch.rows)}`,
              options: buildStatusOptions(batch),
            },
          ]}
        />
        <ListBody here={path} page={page} empty={EMPTY_STATE} unmatched={NO_RESULTS} labels={PAGER_LABELS}>
          <BatchRows
            batch={batch}
            rows={page.rows}
            names={names}
            edit={edit}
            plans={
              includesRow(page.rows, edit)
                ? buildPlanOptions((await listPlans(ctx, {}, getOfferedPrice)).plans)
                : []
            }
            back={buildRowsHref(path, query)}
          />
        </ListBody>
      </div>
    </>
  );
}

const includesRow = (rows: readonly BatchRowView[], edit: number) => rows.some(({ id }) => id === edit);

const BATCH_ROLES = ["number", "plan", "network", "name", "note", "sellingPrice"] as const;

async function BatchCheck({ batch, asksPin, ctx }: { batch: BatchDetail; asksPin: boolean; ctx: Ctx }) {
  const reading = batch.reading && (
    <ListReading
      id={batch.id}
      reading={batch.reading}
      roles={BATCH_ROLES}
      action={chooseBatchColumnsAction}
    />
  );
  if (isColumnChoiceOpen(batch.reading)) return <div className="mb-6 max-w-2xl">{reading}</div>;
  const open = batch.unclear.some(({ candidates }) => candidates.length === 0);
  const networks = new Map(
    (await getCatalogue(ctx)).networks.map(({ id, name }) => [id, formatNetworkName(name)]),
  );
  const plans = open ? buildPlanOptions((await listPlans(ctx, {}, getOfferedPrice)).plans) : [];
  const parts = [
    <div key="confirmation" className="grid min-w-0 gap-5 lg:order-2">
      <BatchConfirmation batch={batch} asksPin={asksPin} mayFund={ctx.actor.kind !== "helper"} />
    </div>,
    <BatchProblems key="problems" batch={batch} networks={networks} plans={plans} />,
  ];
  return (
    <>
      {/* Before the sum: rows that were left out may be missed. */}
      {reading && <div className="mb-5 empty:hidden">{reading}</div>}
      <div className="mb-6 grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        {isRepairFirst(batch) ? parts.reverse() : parts}
      </div>
    </>
  );
}

async function buildMessageUrl(ctx: Ctx, batch: BatchDetail): Promise<string> {
  const [{ name }, { rows }] = await Promise.all([
    getSeller(ctx),
    batch.rows > MAX_MESSAGE_ROWS ? { rows: [] } : batchRowList(batch.id).page(ctx, {}, MAX_MESSAGE_ROWS),
  ]);
  return buildBatchMessageUrl(batch, rows, name);
}

/** Builds the address of this page without the row to change. */
function buildRowsHref(path: string, query: Query): string {
  const names = ["show", "q", "after", "before"] as const;
  const filters = names.flatMap((name) => (typeof query[name] === "string" ? [[name, query[name]]] : []));
  return filters.length > 0 ? `${path}?${new URLSearchParams(filters)}` : path;
}

function buildStatusOptions(batch: BatchDetail) {
  if (batch.state === "draft")
    return [
      { value: "problem", label: `To repair (${formatCount(batch.rows - batch.right.count)})` },
      { value: "right", label: `Ready (${formatCount(batch.right.count)})` },
    ];
  return Object.entries(batch.counts)
    .filter(([, count]) => count > 0)
    .map(([status, count]) => ({
      value: status,
      label: `${rowStatusLabel(status as keyof BatchDetail["counts"]).word} (${formatCount(count)})`,
    }));
}

const EMPTY_STATE = { title: "No rows", text: "This batch has no rows." };
const NO_RESULTS = { title: "No matching rows", text: "Change the search, or show all rows." };
const PAGER_LABELS = { previous: "Back", next: "More" };

function DiscardBatchForm({ id }: { id: number }) {
  return (
    <ConfirmDialog trigger="Delete draft" title="Delete this draft?" cancel="Keep draft">
      <p>Its rows are deleted. You weren’t charged.</p>
      <p className="text-muted text-sm">Drafts are deleted automatically after a month.</p>
      <ActionButton action={discardBatchAction} id="discard" hidden={{ id }} variant="danger" wide>
        Delete draft
      </ActionButton>
    </ConfirmDialog>
  );
}
