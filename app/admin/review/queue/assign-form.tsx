import { assignReviewItemAction } from "#app/admin/review/queue/actions.ts";
import { Disclosure } from "#app/ui/disclosure";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { Select } from "#app/ui/form/select";
import { SubmitButton } from "#app/ui/form/submit-button";
import { KeyHint } from "#app/ui/key-hint";
import { listAdmins } from "#lib/account/admins";
import type { Ctx } from "#lib/core/context";
import type { ReviewItem } from "#lib/review/review-queue";
import { UndoAssignButton } from "./undo-assign-button.tsx";

export async function AssignForm({ ctx, item: { kind, item, assignee } }: { ctx: Ctx; item: ReviewItem }) {
  const admins = (await listAdmins(ctx)).filter(({ state }) => state === "active");
  const self = admins.find(({ you }) => you);
  const colleagues = admins.filter(({ you }) => !you);
  const form = { action: assignReviewItemAction, hidden: { kind, item } };
  return (
    <>
      <ActionForm id="assign" {...form} className="flex-row flex-wrap items-center gap-2">
        <SubmitButton
          name="to"
          value={assignee?.own ? "" : (self?.id ?? "")}
          variant="secondary"
          size="sm"
          aria-keyshortcuts="m"
        >
          {assignee?.own ? "Release" : "Assign to me"}
          <KeyHint>M</KeyHint>
        </SubmitButton>
        <FormStatus of={["to"]} />
        <UndoAssignButton />
      </ActionForm>
      {colleagues.length > 0 && (
        <Disclosure title="Assign to another admin">
          <ActionForm id="assign-other" {...form} className="flex-row flex-wrap items-end gap-2">
            <Select
              label="Admin"
              name="to"
              empty="No admin"
              options={colleagues.map(({ id, name }) => ({ value: String(id), label: name }))}
              defaultValue={assignee && !assignee.own ? String(assignee.id) : ""}
            />
            <SubmitButton variant="secondary">Assign item</SubmitButton>
            <FormStatus />
          </ActionForm>
        </Disclosure>
      )}
    </>
  );
}
