"use client";

import { closeShopAction } from "#app/admin/actions.ts";
import { AdminForm } from "#app/admin/admin-form";
import { ConfirmDialog } from "#app/ui/form/confirm-dialog";

interface Props {
  id: number;
  name: string;
  version: number;
  /** An admin closed it. */
  closed: boolean;
}

/** Closes a shop against its owner's will, or lets them open it again. */
export function CloseShopDialogForm({ id, name, version, closed }: Props) {
  const label = closed ? "Allow reopening" : "Close shop";
  return (
    <ConfirmDialog
      needs="resellers"
      trigger={label}
      look={{ variant: "quiet", size: "sm" }}
      title={`${label}: ${name}`}
      cancel="Done"
    >
      <div className="grid gap-4">
        <p className="text-muted">
          {closed
            ? "The owner can reopen the shop."
            : "Customers see a closed shop without bank details or phone numbers, also on the pages of old orders. The owner can’t reopen it. Paid orders can still be delivered."}
        </p>
        <AdminForm
          needs="resellers"
          id={`shop-${id}`}
          action={closeShopAction}
          hidden={{ id, version, ...(closed && { lift: "yes" }) }}
          submit={label}
          look={{ variant: closed ? "primary" : "danger", wide: true }}
        />
      </div>
    </ConfirmDialog>
  );
}
