import { ActionForm, FormStatus } from "#app/ui/form/form";
import { Input } from "#app/ui/form/input";
import { ConfirmPassword } from "#app/ui/form/password-field";
import { Select } from "#app/ui/form/select";
import { SubmitButton } from "#app/ui/form/submit-button";
import { EditPermissionGate } from "#app/ui/page/permission-gate";
import { recordUpstreamDepositAction } from "./actions.ts";

interface Props {
  discrepancy?: number;
  /** The last upstream adjustment that the page shows. */
  lastAdjustmentId: number;
  amount?: string;
  hint?: string;
  suppliers?: ReadonlyMap<number, string>;
}

export function UpstreamDepositForm({ discrepancy, lastAdjustmentId, amount = "", hint, suppliers }: Props) {
  const rise = discrepancy !== undefined;
  return (
    <EditPermissionGate needs="money">
      <ActionForm
        id={`deposit-${discrepancy ?? "new"}`}
        action={recordUpstreamDepositAction}
        hidden={{ lastAdjustmentId, ...(rise && { discrepancy }) }}
      >
        <FormStatus />
        <div className="grid gap-4 sm:grid-cols-2">
          {suppliers && suppliers.size > 1 && (
            <Select
              label="Supplier"
              name="supplierId"
              options={[...suppliers].map(([id, label]) => ({ value: String(id), label }))}
            />
          )}
          <Input label="Amount" name="amount" inputMode="decimal" hint={hint} defaultValue={amount} />
          {!rise && <Input label="Date and time" name="at" type="datetime-local" />}
          <Input label="Reason" name="reason" maxLength={300} placeholder="Bank transfer 4411" />
        </div>
        <ConfirmPassword />
        <div>
          <SubmitButton variant={rise ? "secondary" : "primary"}>Record deposit</SubmitButton>
        </div>
      </ActionForm>
    </EditPermissionGate>
  );
}
