import { randomUUID } from "node:crypto";
import { pasteCustomersAction } from "#app/(reseller)/customers/actions.ts";
import { Card } from "#app/ui/card";
import { ActionForm, Form, FormStatus } from "#app/ui/form/form";
import { SpreadsheetInput } from "#app/ui/form/spreadsheet-input";
import { SubmitButton } from "#app/ui/form/submit-button";
import { Textarea } from "#app/ui/form/textarea";
import type { Query } from "#app/ui/list/build-href.ts";
import { PageHeader } from "#app/ui/page/page-header";
import { BAD_LIST_MESSAGES } from "#lib/bulk/read-batch-rows";
import { getExamplePhone } from "#lib/core/text/phone";
import type { ActionState } from "#lib/web/action";
import { requireResellerPage } from "#lib/web/actor";

export const metadata = { title: "Import customers" };

/** Imports customers from pasted text or a file. Works without script. */
export default async function ImportPage({ searchParams }: { searchParams: Promise<Query> }) {
  await requireResellerPage();
  return (
    <>
      <PageHeader
        title="Import customers"
        lead="You check every row before it’s saved."
        back={{ href: "/customers", label: "Customers" }}
      />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Card title="Paste customers">
          <ActionForm action={pasteCustomersAction} id="paste" hidden={{ key: randomUUID() }}>
            <FormStatus />
            <Textarea
              label="Customers"
              name="text"
              rows={6}
              required
              placeholder={buildExample()}
              hint="One per line: phone number, name, usual plan, note. Only the phone number is required."
              className="max-h-96"
            />
            <CheckButton />
          </ActionForm>
        </Card>
        <Card title="Upload a file">
          <Form
            id="file"
            state={readUploadError(await searchParams)}
            action="/customers/import/send"
            method="post"
            encType="multipart/form-data"
            hidden={{ key: randomUUID() }}
          >
            <FormStatus />
            <SpreadsheetInput columns="phone number, name, plan, note" />
            <CheckButton />
          </Form>
        </Card>
      </div>
    </>
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
  return [`${phone}, Ada`, `${phone.slice(0, -1)}7, Musa, 1GB MTN monthly`].join("\n");
}

/** Reads the upload error from the query. */
function readUploadError({ wrong }: Query): ActionState {
  const name = [wrong].flat()[0] ?? "";
  if (!Object.hasOwn(BAD_LIST_MESSAGES, name)) return null;
  const message = BAD_LIST_MESSAGES[name as keyof typeof BAD_LIST_MESSAGES];
  return { ok: false, code: "invalid", message, fields: { file: [message] }, facts: {}, values: {} };
}
