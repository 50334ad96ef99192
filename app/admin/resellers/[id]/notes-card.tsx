import type { NoteView } from "#lib/account/reseller/notes";
import { Card } from "../../../ui/card.tsx";
import { Textarea } from "../../../ui/textarea.tsx";
import { Time } from "../../../ui/time.tsx";
import { DeskForm } from "../../desk-form.tsx";
import { note } from "./actions.ts";

/** What admins wrote down about a reseller; only admins read it. */
export function NotesCard({ resellerId, notes }: { resellerId: number; notes: readonly NoteView[] }) {
  return (
    <Card title="Notes">
      {notes.length > 0 && (
        <ul className="mb-4 divide-y divide-line">
          {notes.map(({ id, text, author, at }) => (
            <li key={id} className="py-2.5 text-sm first:pt-0">
              <p className="whitespace-pre-line break-words">{text}</p>
              <p className="mt-1 text-muted">
                {author}, <Time at={at} />
              </p>
            </li>
          ))}
        </ul>
      )}
      <DeskForm id="note" action={note} hidden={{ resellerId }} why={null} submit="Keep it">
        <Textarea label="A note" name="text" maxLength={2000} hint="Only admins read it." />
      </DeskForm>
    </Card>
  );
}
