import { DeskForm } from "../desk-form.tsx";
import { confirm, withdraw } from "./actions.ts";

/** Confirms or turns down; whoever proposed it can only take it back. */
export function ConfirmForm({ id, own }: { id: number; own: boolean }) {
  const words = own ? "Take it back" : "Turn it down";
  return (
    <div className="grid gap-1">
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
      <details>
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-accent text-sm">
          {words}
        </summary>
        <DeskForm
          id={`withdraw-${id}`}
          action={withdraw}
          hidden={{ id }}
          whyHint="It stays unconfirmed, and no money moves."
          submit={words}
        />
      </details>
    </div>
  );
}
