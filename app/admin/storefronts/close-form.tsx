"use client";

import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { DeskForm } from "../desk-form.tsx";
import { close } from "./actions.ts";

interface Props {
  id: number;
  name: string;
  version: number;
  /** An admin closed it. */
  closed: boolean;
}

/** Closes a shop against its owner's will, or lets them open it again. */
export function CloseForm({ id, name, version, closed }: Props) {
  const words = closed ? "Allow opening again" : "Close";
  return (
    <ConfirmDialog
      needs="resellers"
      trigger={words}
      look={{ variant: "quiet", size: "sm" }}
      title={`${words}: ${name}`}
      cancel="Done"
    >
      <div className="grid gap-4">
        <p className="text-muted">
          {closed
            ? "Its owner can open it again when they want."
            : "Customers see only that it is closed, with neither its bank details nor its numbers, on the pages of old orders too. Its owner cannot open it; orders that were paid can still be delivered."}
        </p>
        <DeskForm
          needs="resellers"
          id={`shop-${id}`}
          action={close}
          hidden={{ id, version, ...(closed && { lift: "yes" }) }}
          submit={words}
          look={{ variant: closed ? "primary" : "danger", wide: true }}
        />
      </div>
    </ConfirmDialog>
  );
}
