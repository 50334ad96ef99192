import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { DeskForm } from "../desk-form.tsx";
import { confirm, withdraw } from "./actions.ts";

/** Confirms or turns down; whoever proposed it can only take it back. */
export function ConfirmForm({ id, own }: { id: number; own: boolean }) {
  const words = own ? "Take it back" : "Turn it down";
  return (
    <div className="flex flex-wrap items-start gap-2">
      {!own && (
        <DeskForm
          id={`confirm-${id}`}
          action={confirm}
          hidden={{ id }}
          why={null}
          submit="Confirm"
          look={{ variant: "primary" }}
        />
      )}
      <ConfirmDialog trigger={words} title={`${words}?`}>
        <p>The purchase stays unconfirmed, and no money moves.</p>
        <DeskForm
          id={`withdraw-${id}`}
          action={withdraw}
          hidden={{ id }}
          submit={words}
          look={{ wide: true }}
        />
      </ConfirmDialog>
    </div>
  );
}
