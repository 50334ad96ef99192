import { UserPlus } from "lucide-react";
import { saveCustomerNumberAction } from "#app/(reseller)/customers/actions.ts";
import { Card } from "#app/ui/card";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { Input } from "#app/ui/form/input";
import { SubmitButton } from "#app/ui/form/submit-button";
import { PlainIcon } from "#app/ui/plain-icon";
import type { PurchaseView } from "#lib/purchase/read/purchase-view";

/** Saves the number and plan of a purchase as a customer. The name is optional. */
export function SaveCustomerForm({ purchase: { phone, planId } }: { purchase: PurchaseView }) {
  return (
    <Card title="Save customer">
      <ActionForm
        action={saveCustomerNumberAction}
        id="save-number"
        hidden={{ phone, plan: planId }}
        className="gap-3"
      >
        <FormStatus />
        <div className="flex flex-wrap items-end gap-2">
          <div className="min-w-0 flex-1 basis-44">
            <Input label="Name" name="name" optional autoComplete="off" maxLength={60} />
          </div>
          <SubmitButton variant="secondary">
            <PlainIcon icon={UserPlus} /> Save customer
          </SubmitButton>
        </div>
      </ActionForm>
    </Card>
  );
}
