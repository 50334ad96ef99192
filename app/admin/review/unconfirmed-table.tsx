import { CircleCheck, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { ApprovalForm } from "#app/admin/approval";
import { Card } from "#app/ui/card";
import { Checkbox } from "#app/ui/form/checkbox";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { Input } from "#app/ui/form/input";
import { Select } from "#app/ui/form/select";
import { SubmitButton } from "#app/ui/form/submit-button";
import { EmptyCard } from "#app/ui/list/list-page";
import { PermissionGate } from "#app/ui/page/permission-gate";
import { Time } from "#app/ui/time";
import type { UnconfirmedView } from "#lib/reconcile/unconfirmed-view";
import { approveResolutionAction, rejectResolutionAction, resolveUnconfirmedAction } from "./actions.ts";
import { PurchaseEvidence } from "./purchase-evidence.tsx";

interface Props {
  purchases: readonly UnconfirmedView[];
  filtered: boolean;
  /** The reference of the purchase to select, from a link. */
  selected?: string | undefined;
}

/** Purchases without an outcome, oldest first, to be resolved one by one or together. */
export function UnconfirmedTable({ purchases, filtered, selected }: Props) {
  if (purchases.length === 0) return <EmptyCard {...(filtered ? UNMATCHED : EMPTY)} />;
  return (
    <Card title="To resolve" padded={false}>
      <ResolveForm>
        <ul className="divide-y divide-line border-line border-y">
          {purchases.map((purchase) => (
            <li key={purchase.ident} className="flex gap-3 px-4 py-4 md:px-5">
              <Checkbox
                labelHidden
                label={`Select ${purchase.ident}`}
                name="ident"
                value={purchase.ident}
                defaultChecked={purchase.ident === selected}
              />
              <PurchaseEvidence purchase={purchase} />
            </li>
          ))}
        </ul>
      </ResolveForm>
    </Card>
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
  text: "A purchase appears here when the upstream doesn’t give a clear response.",
};
const OUTCOME_LABELS = { successful: "Delivered: keep payment", failed: "Not delivered: refund" };

function ResolveForm({ children }: { children: ReactNode }) {
  return (
    <ActionForm id="resolve" action={resolveUnconfirmedAction} className="">
      {children}
      <PermissionGate do="money">
        <div className="grid gap-4 p-4 md:px-5">
          <FormStatus of={["ident"]} />
          <div className="grid gap-4 md:grid-cols-[minmax(0,18rem)_minmax(0,1fr)_auto] md:items-start">
            <Select
              label="Outcome of selected"
              name="outcome"
              options={OUTCOME_LABELS}
              empty="Select"
              defaultValue=""
            />
            <Input
              label="Reason"
              name="reason"
              maxLength={300}
              placeholder="Asked the upstream, ticket 4411"
            />
            <div className="md:pt-7">
              <SubmitButton>Resolve</SubmitButton>
            </div>
          </div>
        </div>
      </PermissionGate>
    </ActionForm>
  );
}

export function ResolutionRequests({ purchases }: { purchases: readonly UnconfirmedView[] }) {
  return (
    <Card title="Approval requested" padded={false}>
      <ul className="divide-y divide-line">
        {purchases.map((purchase) => (
          <li key={purchase.ident} className="grid gap-4 px-4 py-4 md:px-5">
            <PurchaseEvidence purchase={purchase} />
            {purchase.proposal && (
              <div className="grid gap-3 rounded-md bg-sunken p-4 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
                <div>
                  <p className="font-medium">
                    {purchase.proposal.own ? "You requested" : `${purchase.proposal.by} requested`}:{" "}
                    {purchase.proposal.outcome === "successful" ? "delivered" : "refund"}
                  </p>
                  <p className="text-muted text-sm">
                    “{purchase.proposal.reason}”, <Time at={purchase.proposal.at} />
                  </p>
                </div>
                <ApprovalForm
                  needs="money"
                  id={purchase.proposal.id}
                  own={purchase.proposal.own}
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
