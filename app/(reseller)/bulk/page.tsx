import { randomUUID } from "node:crypto";
import { ListPlus } from "lucide-react";
import type { Metadata } from "next";
import { BAD_LISTS } from "#lib/bulk/read-list";
import { runList } from "#lib/bulk/run-list";
import type { RunView } from "#lib/bulk/run-view";
import { list } from "#lib/catalogue/list";
import { formatMoney } from "#lib/core/money";
import { examplePhone } from "#lib/core/phone";
import type { ActionState } from "#lib/web/action";
import { requireResellerPage } from "#lib/web/actor";
import type { Query } from "../../ui/address.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { ActionForm, Form, FormAnswer } from "../../ui/form.tsx";
import { ListBody } from "../../ui/list-page.tsx";
import { Live } from "../../ui/live.tsx";
import { Money } from "../../ui/money.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { List, Row } from "../../ui/row.tsx";
import { Select, type SelectOption } from "../../ui/select.tsx";
import { SpreadsheetInput } from "../../ui/spreadsheet-input.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import { Time } from "../../ui/time.tsx";
import { Off } from "../plans/off.tsx";
import { paste } from "./actions.ts";
import { planOptions } from "./plan-options.ts";
import { runTitle, runWords } from "./run-words.ts";

export const metadata: Metadata = { title: "Bulk" };

const HERE = "/bulk";

const EMPTY = {
  icon: ListPlus,
  title: "No lists yet",
  text: "A list stays here with what became of every number, and goes on while you are away.",
};

/** Many numbers at once: pasted or as a file, and the lists so far. Works without script. */
export default async function BulkPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireResellerPage();
  const query = await searchParams;
  const [{ plans, off }, page] = await Promise.all([list(ctx, {}), runList.page(ctx, query)]);
  const options = planOptions(plans);
  return (
    <>
      <Live />
      <PageHeader
        title="Bulk"
        lead="Data for many numbers at once. You see every row before anything is charged."
      />
      <Off off={off} />
      <div className="mb-8 grid items-start gap-5 lg:grid-cols-2">
        <Card title="Paste numbers">
          <ActionForm action={paste} id="paste" hidden={{ key: randomUUID() }}>
            <FormAnswer />
            <Textarea
              label="Numbers"
              name="text"
              rows={6}
              required
              placeholder={example()}
              hint="One on each line. A plan, a note and what your customer pays may follow, with commas between."
              className="max-h-96"
            />
            <PlanForAll options={options} />
            <Check />
          </ActionForm>
        </Card>
        <Card title="Or send a file">
          <Form
            id="file"
            state={troubleOf(query)}
            action="/bulk/send"
            method="post"
            encType="multipart/form-data"
            hidden={{ key: randomUUID() }}
          >
            <FormAnswer />
            <SpreadsheetInput columns="number, plan, note, customer pays" />
            <PlanForAll options={options} chosen={[query.plan].flat()[0]} />
            <Check />
          </Form>
          <p className="mt-4 text-muted text-sm">
            A plan is its number in the list above, or words such as “1GB MTN monthly”.
          </p>
        </Card>
      </div>
      <h2 className="mb-3 font-semibold text-lg">Your lists</h2>
      <ListBody here={HERE} page={page} empty={EMPTY}>
        <Card padded={false}>
          <List label="Your lists">
            {page.rows.map((run) => (
              <RunRow key={run.id} run={run} />
            ))}
          </List>
        </Card>
      </ListBody>
    </>
  );
}

function RunRow({ run }: { run: RunView }) {
  const { word, tone, note } = runWords(run);
  return (
    <Row
      href={`/bulk/${run.id}`}
      title={runTitle(run)}
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

function PlanForAll({ options, chosen }: { options: SelectOption[]; chosen?: string | undefined }) {
  return (
    <Select
      label="Plan for rows without one"
      name="plan"
      empty="Each row names its own"
      options={options}
      defaultValue={chosen ?? ""}
    />
  );
}

function Check() {
  return (
    <div>
      <SubmitButton size="lg" className="w-full sm:w-auto" pendingText="Checking">
        Check the list
      </SubmitButton>
    </div>
  );
}

function example(): string {
  const phone = examplePhone();
  return [phone, `${phone.slice(0, -1)}7, 1GB MTN monthly`, `${phone.slice(0, -1)}9, 12, For Ada, 350`].join(
    "\n",
  );
}

const WRONG: Record<string, string> = {
  ...BAD_LISTS,
  drafts: "Twenty lists wait to be begun. Begin one of them, or throw one away.",
};

/** Reads from the address what the route that took the file led back with. */
function troubleOf(query: Query): ActionState {
  const message = WRONG[[query.wrong].flat()[0] ?? ""];
  if (message === undefined) return null;
  return { ok: false, code: "invalid", message, fields: { file: [message] }, facts: {}, values: {} };
}
