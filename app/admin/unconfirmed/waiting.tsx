import { CircleCheck, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import type { UnconfirmedView } from "#lib/reconcile/view";
import { Card } from "../../ui/card.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ActionForm, FormAnswer } from "../../ui/form.tsx";
import { Input } from "../../ui/input.tsx";
import { May } from "../../ui/may.tsx";
import { Select } from "../../ui/select.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { Time } from "../../ui/time.tsx";
import { ConfirmForm } from "../confirm-form.tsx";
import { confirm, decide, withdraw } from "./actions.ts";
import { Evidence } from "./evidence.tsx";

interface Props {
  purchases: readonly UnconfirmedView[];
  filtered: boolean;
  /** The ident of the one to decide, where somebody came for it. */
  chosen?: string | undefined;
}

/** Purchases without an outcome, oldest first, to be decided one by one or together. */
export function Waiting({ purchases, filtered, chosen }: Props) {
  if (purchases.length === 0 && filtered) {
    return (
      <Card>
        <EmptyState icon={SearchX} title="Nothing matches">
          What was decided is among the purchases.
        </EmptyState>
      </Card>
    );
  }
  if (purchases.length === 0) {
    return (
      <Card>
        <EmptyState icon={CircleCheck} title="Nothing to decide">
          A purchase that the upstream gives no clear answer to comes here, with everything that is known of
          it.
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card title="To decide" padded={false}>
      <DecideForm>
        <ul className="divide-y divide-line border-line border-y">
          {purchases.map((purchase) => (
            <li key={purchase.ident} className="flex gap-3 px-4 py-4 md:px-5">
              <Checkbox
                labelHidden
                label={`Choose ${purchase.ident}`}
                name="ident"
                value={purchase.ident}
                defaultChecked={purchase.ident === chosen}
              />
              <Evidence purchase={purchase} />
            </li>
          ))}
        </ul>
      </DecideForm>
    </Card>
  );
}

const OUTCOMES = [
  { value: "successful", label: "Delivered: keep the money" },
  { value: "failed", label: "Not delivered: money back" },
];

/** The chosen purchases get one outcome and one reason. */
function DecideForm({ children }: { children: ReactNode }) {
  return (
    <ActionForm id="decide" action={decide} className="">
      {children}
      <May do="money">
        <div className="grid gap-4 p-4 md:px-5">
          <FormAnswer of={["ident"]} />
          <div className="grid gap-4 md:grid-cols-[minmax(0,18rem)_minmax(0,1fr)_auto] md:items-start">
            <Select
              label="The chosen ones are"
              name="outcome"
              options={OUTCOMES}
              empty="Choose"
              defaultValue=""
            />
            <Input label="Why" name="reason" maxLength={300} placeholder="Asked the upstream, ticket 4411" />
            <div className="md:pt-7">
              <SubmitButton>Settle</SubmitButton>
            </div>
          </div>
        </div>
      </May>
    </ActionForm>
  );
}

/** What one admin proposed and another has to look at. */
export function Proposals({ purchases }: { purchases: readonly UnconfirmedView[] }) {
  return (
    <Card title="Waiting for a second admin" padded={false}>
      <ul className="divide-y divide-line">
        {purchases.map((purchase) => (
          <li key={purchase.ident} className="grid gap-4 px-4 py-4 md:px-5">
            <Evidence purchase={purchase} />
            {purchase.proposal && (
              <div className="grid gap-3 rounded-md bg-sunken p-4 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
                <div>
                  <p className="font-medium">
                    {purchase.proposal.own ? "You propose" : `${purchase.proposal.by} proposes`}:{" "}
                    {purchase.proposal.outcome === "successful" ? "delivered" : "money back"}
                  </p>
                  <p className="text-muted text-sm">
                    “{purchase.proposal.reason}”, <Time at={purchase.proposal.at} />
                  </p>
                </div>
                <ConfirmForm
                  needs="money"
                  id={purchase.proposal.id}
                  own={purchase.proposal.own}
                  confirm={confirm}
                  withdraw={withdraw}
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
