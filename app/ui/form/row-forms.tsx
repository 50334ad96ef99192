import { randomUUID } from "node:crypto";
import type { ComponentProps, ReactNode } from "react";
import { Card } from "#app/ui/card";
import { Disclosure } from "#app/ui/disclosure";
import type { Query } from "#app/ui/list/build-href.ts";
import type { ActionState } from "#lib/request/action";
import { BAD_LIST_MESSAGES } from "#lib/spreadsheet/bad-list";
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
}

/** Pasted rows, or a file of them. */
export function RowForms({ paste, text, upload, columns, query, children }: Props) {
  const { title, ...field } = text;
  const uploadError = readUploadError(query);
  return (
    <Card title={title}>
      <ActionForm action={paste} id="paste" hidden={{ key: randomUUID() }}>
        <FormStatus />
        <Textarea {...field} name="text" rows={4} required className="max-h-96" />
        {children}
        <CheckButton />
      </ActionForm>
      <Disclosure
        title="Upload a file"
        open={uploadError !== null}
        className="mt-3 border-line border-t pt-2 open:pb-2"
      >
        <Form
          id="file"
          state={uploadError}
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
            accept=".xlsx,.xls,.ods,.csv,.txt,.vcf,text/csv,text/plain,text/vcard,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            hint={`XLSX, CSV or contacts (VCF), at most 5,000 rows: ${columns}, in any order.`}
          />
          {children}
          <CheckButton variant="secondary" />
        </Form>
        <a
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${text.placeholder}`)}`}
          download="example.csv"
          className="inline-flex min-h-11 items-center text-sm underline underline-offset-4"
        >
          Download example file
        </a>
      </Disclosure>
    </Card>
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
