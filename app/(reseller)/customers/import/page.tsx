import { randomUUID } from "node:crypto";
import type { Metadata } from "next";
import { BAD_LISTS } from "#lib/bulk/read-list";
import { examplePhone } from "#lib/core/phone";
import type { ActionState } from "#lib/web/action";
import { requireResellerPage } from "#lib/web/actor";
import type { Query } from "../../../ui/address.ts";
import { Card } from "../../../ui/card.tsx";
import { ActionForm, Form, FormAnswer } from "../../../ui/form.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { SpreadsheetInput } from "../../../ui/spreadsheet-input.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { Textarea } from "../../../ui/textarea.tsx";
import { paste } from "../actions.ts";

export const metadata: Metadata = { title: "Import customers" };

/** Many customers at once: pasted or as a file. Works without script. */
export default async function ImportPage({ searchParams }: { searchParams: Promise<Query> }) {
  await requireResellerPage();
  return (
    <>
      <PageHeader
        title="Import customers"
        lead="You see every row before anything is saved."
        back={{ href: "/customers", label: "Customers" }}
      />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Card title="Paste them">
          <ActionForm action={paste} id="paste" hidden={{ key: randomUUID() }}>
            <FormAnswer />
            <Textarea
              label="Customers"
              name="text"
              rows={6}
              required
              placeholder={example()}
              hint="One on each line: number, name, usual plan, note. Only the number is needed."
              className="max-h-96"
            />
            <Check />
          </ActionForm>
        </Card>
        <Card title="Or send a file">
          <Form
            id="file"
            state={troubleOf(await searchParams)}
            action="/customers/import/send"
            method="post"
            encType="multipart/form-data"
            hidden={{ key: randomUUID() }}
          >
            <FormAnswer />
            <SpreadsheetInput columns="number, name, plan, note" />
            <Check />
          </Form>
        </Card>
      </div>
    </>
  );
}

function Check() {
  return (
    <div>
      <SubmitButton size="lg" className="w-full sm:w-auto" pendingText="Checking">
        Check them
      </SubmitButton>
    </div>
  );
}

function example(): string {
  const phone = examplePhone();
  return [`${phone}, Ada`, `${phone.slice(0, -1)}7, Musa, 1GB MTN monthly`].join("\n");
}

/** Reads from the address what the route that took the file led back with. */
function troubleOf({ wrong }: Query): ActionState {
  const name = [wrong].flat()[0] ?? "";
  if (!Object.hasOwn(BAD_LISTS, name)) return null;
  const message = BAD_LISTS[name as keyof typeof BAD_LISTS];
  return { ok: false, code: "invalid", message, fields: { file: [message] }, facts: {}, values: {} };
}
