import { NOTED } from "#lib/purchase/note";
import type { AdminPurchaseDetail } from "#lib/purchase/read/view";
import { Card } from "../../../ui/card.tsx";
import { Textarea } from "../../../ui/textarea.tsx";
import { Time } from "../../../ui/time.tsx";
import { DeskForm } from "../../desk-form.tsx";
import { addNote } from "./actions.ts";

interface Props {
  ident: string;
  records: AdminPurchaseDetail["audit"];
}

/** What admins wrote about a purchase, and a place to write more. Its buyer never sees it. */
export function Notes({ ident, records }: Props) {
  const notes = records.filter(({ action }) => action === NOTED);
  return (
    <Card title="Notes">
      {notes.length > 0 && (
        <ol className="mb-4 grid gap-3">
          {notes.map(({ at, who, reason }) => (
            <li key={at.getTime()}>
              <p className="whitespace-pre-wrap break-words">{reason}</p>
              <p className="text-muted text-sm">
                {who}, <Time at={at} />
              </p>
            </li>
          ))}
        </ol>
      )}
      <DeskForm key={notes.length} id="note" action={addNote} hidden={{ ident }} why={null} submit="Add note">
        <Textarea label="New note" name="text" maxLength={2000} hint="Only admins read it." />
      </DeskForm>
    </Card>
  );
}
