import { Card } from "#app/ui/card";
import type { FormAction } from "#app/ui/form/form";
import { Textarea } from "#app/ui/form/textarea";
import { Time } from "#app/ui/time";
import { AdminForm } from "./admin-form.tsx";

interface Props {
  notes: readonly { text: string | null; author: string; at: Date }[];
  action: FormAction<string>;
  about: Record<string, string | number>;
  label: string;
  submit: string;
}

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
      <AdminForm needs="answer" id="note" action={action} hidden={about} reasonLabel={null} submit={submit}>
        <Textarea label={label} name="text" maxLength={2000} hint="Only admins see it." />
      </AdminForm>
    </Card>
  );
}
