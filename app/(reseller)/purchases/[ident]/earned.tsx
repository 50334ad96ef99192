import { decimalText, formatMoney } from "#lib/core/money";
import type { PurchaseDetail } from "#lib/purchase/read/view";
import { Card } from "../../../ui/card.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Fold } from "../../../ui/fold.tsx";
import { ActionForm, FormAnswer } from "../../../ui/form.tsx";
import { Input } from "../../../ui/input.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { noteRetail } from "./actions.ts";

/** What the customer paid and what the reseller kept of it, to be noted and put right. */
export function Earned({ purchase }: { purchase: PurchaseDetail }) {
  const { ident, retail, price, channel } = purchase;
  const facts =
    retail === null
      ? []
      : [
          { label: "Customer paid", value: formatMoney(retail) },
          { label: "You kept", value: formatMoney(retail - price) },
        ];
  return (
    <div id="earned">
      <Card title="Your profit">
        {facts.length > 0 ? (
          <Facts facts={facts} />
        ) : (
          <p className="text-muted">Nobody noted what the customer paid.</p>
        )}
        {!(channel === "storefront" && retail !== null) && (
          <Fold title={retail === null ? "Note it" : "Change it"} className="mt-2">
            <ActionForm action={noteRetail} id="retail-of" hidden={{ ident }} className="mt-2 gap-4">
              <Input
                name="retail"
                label="Customer paid"
                inputMode="decimal"
                autoComplete="off"
                defaultValue={retail === null ? "" : decimalText(retail)}
                hint="Only for your profit. Empty: not known."
              />
              <FormAnswer />
              <SubmitButton variant="secondary">Save</SubmitButton>
            </ActionForm>
          </Fold>
        )}
      </Card>
    </div>
  );
}
