import { Disclosure } from "#app/ui/disclosure";
import type { FormAction } from "#app/ui/form/form";
import type { Permission } from "#lib/core/permission";
import { AdminForm } from "./admin-form.tsx";

interface Props {
  id: number;
  /** The reader requested it, and can only withdraw it. */
  own: boolean;
  confirm: FormAction<string>;
  withdraw: FormAction<string>;
  /** The permission to approve or reject. */
  needs: Permission;
  /** The effect of a rejection. */
  hint: string;
}

/** Approves or rejects what another admin requested. */
export function ApprovalForm({ id, own, needs, confirm, withdraw, hint }: Props) {
  const reject = own ? "Withdraw request" : "Reject request";
  return (
    <div className="grid content-start gap-1">
      {!own && (
        <AdminForm
          needs={needs}
          id={`confirm-${id}`}
          action={confirm}
          hidden={{ id }}
          reasonLabel={null}
          submit="Approve"
          look={{ variant: "primary" }}
        />
      )}
      <Disclosure title={reject}>
        <AdminForm
          needs={own ? "see" : needs}
          id={`withdraw-${id}`}
          action={withdraw}
          hidden={{ id }}
          reasonHint={hint}
          submit={reject}
        />
      </Disclosure>
    </div>
  );
}
