import { Card } from "../ui/card.tsx";
import type { FormAction } from "../ui/form.tsx";
import { Textarea } from "../ui/textarea.tsx";
import { Time } from "../ui/time.tsx";
import { DeskForm } from "./desk-form.tsx";

interface Props {
  notes: readonly { text: string | null; author: string; at: Date }[];
  action: FormAction<string>;
  /** What the notes are about. */
  about: Record<string, string | number>;
  label: string;
  submit: string;
}

/** What admins wrote down, and a place to write more; only admins read it. */
export function NotesCard({ notes, action, about, label, submit }: Props) {
  return (
    <Card title="Notes">
      {notes.length > 0 && (
        <ol className="mb-4 divide-y divide-line">
          {notes.map(({ text, author, at }) => (
            <li key={at.getTime()} className="py-2.5 text-sm first:pt-0">
              <p className="whitespace-pre-line break-words">{text}</p>
              <p className="mt-1 text-muted">
                {author}, <Time at={at} />
              </p>
            </li>
          ))}
        </ol>
      )}
      <DeskForm needs="answer" id="note" action={action} hidden={about} why={null} submit={submit}>
        <Textarea label={label} name="text" maxLength={2000} hint="Only admins read it." />
      </DeskForm>
    </Card>
  );
}
