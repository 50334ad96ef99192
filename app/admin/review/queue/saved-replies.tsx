import { deleteReplyAction, saveReplyAction } from "#app/admin/review/queue/actions.ts";
import { Card } from "#app/ui/card";
import { Disclosure } from "#app/ui/disclosure";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { Select } from "#app/ui/form/select";
import { RowButton, SubmitButton } from "#app/ui/form/submit-button";
import { Textarea } from "#app/ui/form/textarea";
import { PermissionGate } from "#app/ui/page/permission-gate";
import type { SavedReply } from "#lib/review/saved-replies";

const FIELD_LABELS: Record<SavedReply["field"], string> = {
  text: "Message to resellers",
  reason: "Reason, internal note",
};

export function SavedReplies({ replies }: { replies: readonly SavedReply[] }) {
  return (
    <Card>
      <Disclosure title={`Saved replies (${replies.length})`}>
        <div className="grid max-w-2xl gap-4">
          {replies.length > 0 && (
            <ActionForm id="delete-reply" action={deleteReplyAction}>
              <FormStatus of={["id"]} />
              <ul aria-label="Saved replies" className="divide-y divide-line">
                {replies.map(({ id, field, text }) => (
                  <li key={id} className="flex items-center justify-between gap-4 py-2">
                    <span className="min-w-0 break-words">
                      {text}
                      <span className="block text-muted text-sm">{FIELD_LABELS[field]}</span>
                    </span>
                    <PermissionGate do="answer">
                      <RowButton name="id" value={id} aria-label={`Delete “${text}”`}>
                        Delete
                      </RowButton>
                    </PermissionGate>
                  </li>
                ))}
              </ul>
            </ActionForm>
          )}
          <PermissionGate do="answer">
            <ActionForm id="save-reply" action={saveReplyAction}>
              <FormStatus />
              <Select label="Used as" name="field" options={FIELD_LABELS} defaultValue="text" />
              <Textarea
                label="Text"
                name="text"
                maxLength={500}
                hint="{number}, {plan}, {price} and {reseller} are filled in. All admins see it."
              />
              <div>
                <SubmitButton variant="secondary">Save reply</SubmitButton>
              </div>
            </ActionForm>
          </PermissionGate>
        </div>
      </Disclosure>
    </Card>
  );
}
