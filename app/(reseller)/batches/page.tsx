import { BuyTabs, OffBanner, PausedNote } from "#app/(reseller)/buy/buy-parts";
import { buildPlanOptions } from "#app/(reseller)/buy/options.ts";
import { PlanSelect } from "#app/(reseller)/buy/plan-select";
import { StateBadge } from "#app/ui/badge";
import { Card } from "#app/ui/card";
import { RowForms } from "#app/ui/form/row-forms";
import { ListPlus } from "#app/ui/icon/icons.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { ListBody } from "#app/ui/list/list-page";
import { ListRow, RowList } from "#app/ui/list/list-row";
import { LiveUpdates } from "#app/ui/page/live-updates";
import { PageHeader } from "#app/ui/page/page-header";
import { PrivateMoney } from "#app/ui/private-money";
import { Time } from "#app/ui/time";
import { batchList } from "#lib/batch/batch-list";
import type { BatchView } from "#lib/batch/batch-view";
import { listPlans } from "#lib/catalogue/list-plans";
import { getOfferedPrice } from "#lib/catalogue/price/price";
import { formatMoney } from "#lib/core/money/money";
import { getExamplePhone } from "#lib/core/text/phone";
import { listOwnPausedTypes } from "#lib/outage/list-paused-types";
import { requireResellerPage } from "#lib/request/actor";
import { pasteBatchAction } from "./actions.ts";
import { batchStateLabel, formatBatchTitle } from "./batch-labels.ts";

export const metadata = { title: "Batches" };

const PATH = "/batches";

const EMPTY_STATE = {
  icon: ListPlus,
  title: "No batches yet",
  text: "Paste numbers or upload a file. Each batch shows here with the result of every row.",
};

/** Starts a batch from pasted numbers or a file, and lists all batches. Works without script. */
export default async function BatchesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireResellerPage("batches");
  const helper = ctx.actor.kind === "helper";
  const query = await searchParams;
  const [{ plans, off }, paused, page] = await Promise.all([
    listPlans(ctx, {}, getOfferedPrice),
    listOwnPausedTypes(ctx),
    batchList.page(ctx, query),
  ]);
  return (
    <>
      <LiveUpdates />
      <PageHeader
        title="Batches"
        lead="You check every row before you pay."
        tabs={<BuyTabs ctx={ctx} current={PATH} />}
      />
      <OffBanner off={off} />
      <PausedNote paused={paused} text="Rows with it wait, and are bought when it’s delivered again." />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-2">
        <RowForms
          paste={pasteBatchAction}
          text={{
            title: "Paste numbers",
            label: "Phone numbers",
            placeholder: buildExample(),
            hint: "One per line, with a size or plan and a name in any order. Paste a WhatsApp chat as it is.",
          }}
          upload="/batches/send"
          columns="phone number, plan, note, customer pays"
          query={query}
        >
          <PlanSelect
            label="Default plan"
            name="plan"
            empty="Each row has its own plan"
            options={buildPlanOptions(plans)}
            defaultValue={[query.plan].flat()[0] ?? ""}
          />
        </RowForms>
        <section aria-label="Batches">
          <ListBody here={PATH} page={page} empty={EMPTY_STATE}>
            <Card title="Your batches" padded={false}>
              <RowList label="Batches">
                {page.rows.map((batch) => (
                  <BatchListRow key={batch.id} batch={helper ? { ...batch, madeBy: null } : batch} />
                ))}
              </RowList>
            </Card>
          </ListBody>
        </section>
      </div>
    </>
  );
}

function BatchListRow({ batch }: { batch: BatchView }) {
  const { note, ...label } = batchStateLabel(batch);
  return (
    <ListRow
      href={`/batches/${batch.id}`}
      title={formatBatchTitle(batch)}
      note={
        <>
          <Time at={batch.startedAt ?? batch.createdAt} />
          {batch.madeBy && `, ${batch.madeBy}`}
          {note && `, ${note}`}
        </>
      }
      value={batch.total > 0n && <PrivateMoney text={formatMoney(batch.total)} />}
      state={<StateBadge {...label} />}
    />
  );
}

function buildExample(): string {
  const phone = getExamplePhone();
  return [phone, `${phone.slice(0, -1)}7 1GB`, `${phone.slice(0, -1)}9 2GB Ada`].join("\n");
}
