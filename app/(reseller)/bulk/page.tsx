import { randomUUID } from "node:crypto";
import { ListPlus } from "lucide-react";
import { buildPlanOptions } from "#app/(reseller)/buy/options.ts";
import { OffBanner } from "#app/(reseller)/buy/plan-banners";
import { Badge } from "#app/ui/badge";
import { Card } from "#app/ui/card";
import { ActionForm, Form, FormStatus } from "#app/ui/form/form";
import { Select, type SelectOption } from "#app/ui/form/select";
import { SpreadsheetInput } from "#app/ui/form/spreadsheet-input";
import { SubmitButton } from "#app/ui/form/submit-button";
import { Textarea } from "#app/ui/form/textarea";
import type { Query } from "#app/ui/list/build-href.ts";
import { ListBody } from "#app/ui/list/list-page";
import { ListRow, RowList } from "#app/ui/list/list-row";
import { Money } from "#app/ui/money";
import { LiveUpdates } from "#app/ui/page/live-updates";
import { PageHeader } from "#app/ui/page/page-header";
import { Time } from "#app/ui/time";
import { batchList } from "#lib/bulk/batch-list";
import type { BatchView } from "#lib/bulk/batch-view";
import { BAD_LIST_MESSAGES } from "#lib/bulk/read-batch-rows";
import { listPlans } from "#lib/catalogue/list-plans";
import { formatMoney } from "#lib/core/money/money";
import { getExamplePhone } from "#lib/core/text/phone";
import type { ActionState } from "#lib/web/action";
import { requireResellerPage } from "#lib/web/actor";
import { pasteBatchAction } from "./actions.ts";
import { batchStateLabel, formatBatchTitle } from "./batch-labels.ts";

export const metadata = { title: "Bulk" };

const PATH = "/bulk";

const EMPTY_STATE = {
  icon: ListPlus,
  title: "No batches yet",
  text: "Paste numbers or upload a file above. Each batch shows here with the result of every row.",
};

/** Starts a batch from pasted numbers or a file, and lists all batches. Works without script. */
export default async function BulkPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireResellerPage();
  const query = await searchParams;
  const [{ plans, off }, page] = await Promise.all([listPlans(ctx, {}), batchList.page(ctx, query)]);
  const options = buildPlanOptions(plans);
  return (
    <>
      <LiveUpdates />
      <PageHeader
        title="Bulk"
        lead="Buy data for many numbers at once. You check every row before you pay."
      />
      <OffBanner off={off} />
      <div className="mb-8 grid items-start gap-5 lg:grid-cols-2">
        <Card title="Paste numbers">
          <ActionForm action={pasteBatchAction} id="paste" hidden={{ key: randomUUID() }}>
            <FormStatus />
            <Textarea
              label="Phone numbers"
              name="text"
              rows={6}
              required
              placeholder={buildExample()}
              hint="One per line. You can add a plan, a note and what your customer pays, separated by commas."
              className="max-h-96"
            />
            <PlanField options={options} />
            <CheckButton />
          </ActionForm>
        </Card>
        <Card title="Upload a file">
          <Form
            id="file"
            state={readUploadError(query)}
            action="/bulk/send"
            method="post"
            encType="multipart/form-data"
            hidden={{ key: randomUUID() }}
          >
            <FormStatus />
            <SpreadsheetInput columns="phone number, plan, note, customer pays" />
            <PlanField options={options} chosen={[query.plan].flat()[0]} />
            <CheckButton />
          </Form>
          <p className="mt-4 text-muted text-sm">
            Write a plan as its number in the list above, or in words such as “1GB MTN monthly”.
          </p>
        </Card>
      </div>
      <h2 className="mb-3 font-semibold text-lg">Batches</h2>
      <ListBody here={PATH} page={page} empty={EMPTY_STATE}>
        <Card padded={false}>
          <RowList label="Batches">
            {page.rows.map((run) => (
              <BatchListRow key={run.id} run={run} />
            ))}
          </RowList>
        </Card>
      </ListBody>
    </>
  );
}

function BatchListRow({ run }: { run: BatchView }) {
  const { word, tone, note } = batchStateLabel(run);
  return (
    <ListRow
      href={`/bulk/${run.id}`}
      title={formatBatchTitle(run)}
      note={
        <>
          <Time at={run.startedAt ?? run.createdAt} />
          {note && `, ${note}`}
        </>
      }
      value={<Money text={formatMoney(run.total)} />}
      state={
        <Badge tone={tone} icon>
          {word}
        </Badge>
      }
    />
  );
}

function PlanField({ options, chosen }: { options: SelectOption[]; chosen?: string | undefined }) {
  return (
    <Select
      label="Default plan"
      name="plan"
      empty="Each row has its own plan"
      options={options}
      defaultValue={chosen ?? ""}
    />
  );
}

function CheckButton() {
  return (
    <SubmitButton size="lg" className="self-start w-full sm:w-auto" pendingText="Checking">
      Check rows
    </SubmitButton>
  );
}

function buildExample(): string {
  const phone = getExamplePhone();
  return [phone, `${phone.slice(0, -1)}7, 1GB MTN monthly`, `${phone.slice(0, -1)}9, 12, For Ada, 350`].join(
    "\n",
  );
}

const UPLOAD_ERRORS: Record<string, string> = {
  ...BAD_LIST_MESSAGES,
  drafts: "You already have 20 drafts. Start or delete one, then try again.",
};

/** Reads the upload error from the query. */
function readUploadError(query: Query): ActionState {
  const message = UPLOAD_ERRORS[[query.wrong].flat()[0] ?? ""];
  if (message === undefined) return null;
  return { ok: false, code: "invalid", message, fields: { file: [message] }, facts: {}, values: {} };
}
