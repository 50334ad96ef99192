import { AdminDialog } from "#app/admin/admin-form";
import { Card } from "#app/ui/card";
import { type DescriptionItems, DescriptionList } from "#app/ui/description-list";
import { LEVEL_LABELS } from "#app/ui/labels.ts";
import { PageLink } from "#app/ui/page/page-link";
import { Time, TimePhrase } from "#app/ui/time";
import type { SignUpRow } from "#lib/account/sign-up/sign-up-list";
import { formatMoney } from "#lib/core/money/money";
import type { UpgradeRow } from "#lib/upgrade/upgrade-list";
import { approveUpgradeAction, rejectUpgradeAction } from "./actions.ts";

export function UpgradeCard({ upgrade }: { upgrade: UpgradeRow }) {
  const { id, reseller, toLevel, state } = upgrade;
  return (
    <Card
      title={
        <PageLink href={`/admin/resellers/${reseller.id}`} className="underline-offset-4 hover:underline">
          {reseller.name}
        </PageLink>
      }
    >
      <UpgradeFacts upgrade={upgrade} />
      {state === "pending" && (
        <div className="mt-4 flex flex-wrap gap-2">
          <AdminDialog
            needs="resellers"
            trigger="Approve"
            look={{ variant: "primary" }}
            title={`Approve ${LEVEL_LABELS[toLevel]} for ${reseller.name}?`}
            about="Its prices apply from the next purchase. Nothing is charged."
            id={`approve-${id}`}
            action={approveUpgradeAction}
            hidden={{ id }}
            reasonHint="The reseller sees this."
            submit="Approve request"
            submitLook="primary"
          />
          <AdminDialog
            needs="resellers"
            trigger="Reject"
            title={`Reject ${LEVEL_LABELS[toLevel]} for ${reseller.name}?`}
            id={`reject-${id}`}
            action={rejectUpgradeAction}
            hidden={{ id }}
            reasonHint="The reseller sees this. They can ask again in seven days."
            submit="Reject request"
            submitLook="danger"
          />
        </div>
      )}
    </Card>
  );
}

export function UpgradeFacts({ upgrade }: { upgrade: UpgradeRow }) {
  const { fromLevel, toLevel, volume, saving, price, requestedAt } = upgrade;
  return (
    <DescriptionList
      facts={[
        { label: "Level", value: `${LEVEL_LABELS[fromLevel]} to ${LEVEL_LABELS[toLevel]}` },
        { label: price === null ? "Requested" : "Bought", value: <Time at={requestedAt} /> },
        { label: "Deliveries in 30 days", value: formatMoney(volume) },
        { label: "Would have saved that month", value: formatMoney(saving) },
        price !== null && { label: "Paid", value: formatMoney(price) },
        ...(price === null ? buildDecisionItems(upgrade) : []),
      ]}
    />
  );
}

const DECISION_LABELS = { pending: "", approved: "Approved", rejected: "Rejected", ended: "Ended" };

type Decision = Pick<UpgradeRow | SignUpRow, "state" | "decidedAt" | "decidedBy" | "reason">;

export function buildDecisionItems({ state, decidedAt, decidedBy, reason }: Decision): DescriptionItems {
  if (!decidedAt) return [];
  return [
    {
      label: DECISION_LABELS[state],
      value: <TimePhrase before={`${decidedBy}, `} at={decidedAt} />,
    },
    reason && { label: "Reason", value: reason },
  ];
}
