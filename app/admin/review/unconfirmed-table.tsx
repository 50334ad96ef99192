import { ApprovalForm } from "#app/admin/approval";
import { SelectAllCheckbox, SelectedCount } from "#app/admin/bulk/select-all-checkbox";
import { ButtonLink } from "#app/ui/button-link";
import { Card } from "#app/ui/card";
import { Checkbox } from "#app/ui/form/checkbox";
import { ActionForm } from "#app/ui/form/form";
import { Input } from "#app/ui/form/input";
import { ConfirmPassword } from "#app/ui/form/password-field";
import { Select } from "#app/ui/form/select";
import { SubmitButton } from "#app/ui/form/submit-button";
import { CircleCheck, SearchX } from "#app/ui/icon/icons.ts";
import { EmptyCard } from "#app/ui/list/list-page";
import { PermissionGate } from "#app/ui/page/permission-gate";
import { Time } from "#app/ui/time";
import type { UnconfirmedView } from "#lib/reconcile/unconfirmed-view";
import { approveResolutionAction, rejectResolutionAction, resolveUnconfirmedAction } from "./actions.ts";
import { DeliveredBy } from "./delivered-by.tsx";
import { FocusedStatus } from "./focused-status.tsx";
import { PurchaseEvidence } from "./purchase-evidence.tsx";

const FORM_ID = "resolve";

interface Props {
  purchases: readonly UnconfirmedView[];
  filtered: boolean;
  /** The reference of the purchase to select, from a link. */
  selected?: string | undefined;
  /** Says nothing where there are none, because others are listed above. */
  silent: boolean;
}

export function UnconfirmedTable({ purchases, filtered, selected, silent }: Props) {
  return (
    <ActionForm id={FORM_ID} action={resolveUnconfirmedAction}>
      <FocusedStatus of={["ident"]}>
        <ButtonLink href="/admin/review/queue" variant="secondary" size="sm">
          Open the queue
        </ButtonLink>
      </FocusedStatus>
      {purchases.length > 0 ? (
        <Card title="To resolve" padded={false}>
          <PermissionGate do="money">
            <div className="px-4 md:pr-5 md:pl-8">
              <SelectAllCheckbox form={FORM_ID} labelShown />
            </div>
          </PermissionGate>
          <ul className="divide-y divide-line border-line border-y">
            {purchases.map((purchase) => (
              <li key={purchase.ident} className="flex gap-3 px-4 py-4 md:px-5">
                <Checkbox
                  labelHidden
                  label={`Select ${purchase.ident}`}
                  name="ident"
                  form={FORM_ID}
                  data-row-box
                  value={purchase.ident}
                  defaultChecked={purchase.ident === selected}
                />
                <PurchaseEvidence purchase={purchase} />
              </li>
            ))}
          </ul>
          <ResolveFields />
        </Card>
      ) : (
        !silent && <EmptyCard {...(filtered ? UNMATCHED : EMPTY)} />
      )}
    </ActionForm>
  );
}

const UNMATCHED = {
  icon: SearchX,
  title: "No results",
  text: "Resolved purchases are listed under Purchases.",
};
const EMPTY = {
  icon: CircleCheck,
  title: "No unconfirmed purchases",
  text: "A purchase appears here when the supplier doesn’t give a clear response.",
};
const OUTCOME_LABELS = { successful: "Delivered: keep payment", failed: "Not delivered: refund" };

/** Hidden until a purchase is ticked, without script too. */
function ResolveFields() {
  return (
    <PermissionGate do="money">
      <div className="grid gap-4 p-4 [form:not(:has([name=ident]:checked))_&]:hidden md:grid-cols-[minmax(0,18rem)_minmax(0,1fr)_auto] md:items-start md:px-5">
        <div className="md:col-span-full">
          <SelectedCount form={FORM_ID} />
        </div>
        <Select
          label="Outcome of selected"
          name="outcome"
          options={OUTCOME_LABELS}
          empty="Select"
          defaultValue=""
        />
        <Input label="Reason" name="reason" maxLength={300} placeholder="Asked the supplier, ticket 4411" />
        <div className="empty:hidden md:order-last md:col-span-full">
          <ConfirmPassword />
        </div>
        <div className="md:pt-7">
          <SubmitButton>Resolve</SubmitButton>
        </div>
        <DeliveredBy />
      </div>
    </PermissionGate>
  );
}

export function ResolutionRequests({ purchases }: { purchases: readonly UnconfirmedView[] }) {
  return (
    <Card title="Approval requested" padded={false}>
      <ul className="divide-y divide-line">
        {purchases.map((purchase) => (
          <li key={purchase.ident} className="grid gap-4 px-4 py-4 md:px-5">
            <PurchaseEvidence purchase={purchase} />
            {purchase.approvalRequest && (
              <div className="grid gap-3 rounded-md bg-sunken p-4 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
                <div>
                  <p className="font-medium">
                    {purchase.approvalRequest.own
                      ? "You requested"
                      : `${purchase.approvalRequest.by} requested`}
                    : {purchase.approvalRequest.outcome === "successful" ? "delivered" : "refund"}
                    {purchase.approvalRequest.supplier && ` by ${purchase.approvalRequest.supplier}`}
                  </p>
                  <p className="text-muted text-sm">
                    “{purchase.approvalRequest.reason}”, <Time at={purchase.approvalRequest.at} />
                  </p>
                </div>
                <ApprovalForm
                  needs="money"
                  id={purchase.approvalRequest.id}
                  own={purchase.approvalRequest.own}
                  confirm={approveResolutionAction}
                  withdraw={rejectResolutionAction}
                  hint="It stays unconfirmed, and no money moves."
                />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
