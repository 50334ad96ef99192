import { UserPlus } from "lucide-react";
import type { PurchaseView } from "#lib/purchase/read/view";
import { Card } from "../../../ui/card.tsx";
import { ActionForm, FormAnswer } from "../../../ui/form.tsx";
import { Input } from "../../../ui/input.tsx";
import { PlainIcon } from "../../../ui/plain-icon.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { saveNumber } from "../../customers/actions.ts";

/** Keeps the number of a purchase for the next time, with its plan; a name may follow later. */
export function SaveNumber({ purchase: { phone, planId } }: { purchase: PurchaseView }) {
  return (
    <Card title="Buy for them again?">
      <ActionForm action={saveNumber} id="save-number" hidden={{ phone, plan: planId }} className="gap-3">
        <FormAnswer />
        <div className="flex flex-wrap items-end gap-2">
          <div className="min-w-0 flex-1 basis-44">
            <Input label="Name" name="name" optional autoComplete="off" maxLength={60} />
          </div>
          <SubmitButton variant="secondary">
            <PlainIcon icon={UserPlus} />
            Save this number
          </SubmitButton>
        </div>
      </ActionForm>
    </Card>
  );
}
