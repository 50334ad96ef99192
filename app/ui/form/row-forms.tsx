import { randomUUID } from "node:crypto";
import type { ComponentProps, ReactNode } from "react";
import { Card } from "#app/ui/card";
import type { Query } from "#app/ui/list/build-href.ts";
import type { ActionState } from "#lib/request/action";
import { BAD_LIST_MESSAGES } from "#lib/spreadsheet/read-table";
import { ActionForm, Form, type FormAction, FormStatus } from "./form.tsx";
import { Input } from "./input.tsx";
import { SubmitButton } from "./submit-button.tsx";
import { Textarea } from "./textarea.tsx";

interface Props {
  paste: FormAction<never>;
  text: { title: string; label: string; placeholder: string; hint: string };
  upload: string;
  columns: string;
  /** Has the error of an upload. */
  query: Query;
  children?: ReactNode;
  note?: ReactNode;
}

export function RowForms({ paste, text, upload, columns, query, children, note }: Props) {
  const { title, ...field } = text;
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Card title={title}>
        <ActionForm action={paste} id="paste" hidden={{ key: randomUUID() }}>
          <FormStatus />
          <Textarea {...field} name="text" rows={6} required className="max-h-96" />
          {children}
          <CheckButton />
        </ActionForm>
      </Card>
      <Card title="Upload a file">
        <Form
          id="file"
          state={readUploadError(query)}
          action={upload}
          method="post"
          encType="multipart/form-data"
          hidden={{ key: randomUUID() }}
        >
          <FormStatus />
          <Input
            label="Spreadsheet"
            name="file"
            type="file"
            required
            accept=".xlsx,.csv,.txt,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            hint={`XLSX or CSV, at most 5,000 rows: ${columns}.`}
          />
          {children}
          <CheckButton variant="secondary" />
        </Form>
        {note}
      </Card>
    </div>
  );
}

function CheckButton({ variant }: Pick<ComponentProps<typeof SubmitButton>, "variant">) {
  return (
    <SubmitButton variant={variant} size="lg" className="w-full self-start sm:w-auto" pendingText="Checking">
      Check rows
    </SubmitButton>
  );
}

/** A map: the address may name anything, also what every object has. */
const UPLOAD_ERRORS = new Map<string | undefined, string>([
  ...Object.entries(BAD_LIST_MESSAGES),
  ["drafts", "You already have 20 drafts. Start or delete one, then try again."],
]);

function readUploadError({ wrong }: Query): ActionState {
  const message = UPLOAD_ERRORS.get([wrong].flat()[0]);
  if (message === undefined) return null;
  return { ok: false, code: "invalid", message, fields: { file: [message] }, facts: {}, values: {} };
}
