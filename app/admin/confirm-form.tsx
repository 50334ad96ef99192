import type { Permission } from "#lib/core/permission";
import { Fold } from "../ui/fold.tsx";
import type { FormAction } from "../ui/form.tsx";
import { DeskForm } from "./desk-form.tsx";

interface Props {
  id: number;
  /** The reader proposed it, and can only take it back. */
  own: boolean;
  confirm: FormAction<string>;
  withdraw: FormAction<string>;
  /** What the role of whoever confirms it or turns it down has to include. */
  needs: Permission;
  /** What turning it down means. */
  hint: string;
}

/** Confirms what another admin proposed, or turns it down. */
export function ConfirmForm({ id, own, needs, confirm, withdraw, hint }: Props) {
  const refuse = own ? "Take it back" : "Turn it down";
  return (
    <div className="grid content-start gap-1">
      {!own && (
        <DeskForm
          needs={needs}
          id={`confirm-${id}`}
          action={confirm}
          hidden={{ id }}
          why={null}
          submit="Confirm"
          look={{ variant: "primary" }}
        />
      )}
      <Fold title={refuse}>
        <DeskForm
          needs={own ? "see" : needs}
          id={`withdraw-${id}`}
          action={withdraw}
          hidden={{ id }}
          whyHint={hint}
          submit={refuse}
        />
      </Fold>
    </div>
  );
}
