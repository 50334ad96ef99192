import { withdrawRequestAction } from "#app/(reseller)/earn/agents/actions.ts";
import { StateBadge } from "#app/ui/badge";
import { Card } from "#app/ui/card";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { RowButton } from "#app/ui/form/submit-button";
import { ListRow, RowList } from "#app/ui/list/list-row";
import { Money } from "#app/ui/money";
import type { StateLabel } from "#app/ui/purchase/purchase-labels.ts";
import { Time } from "#app/ui/time";
import type { AgentTransferView } from "#lib/agent/answer-request";
import { formatMoney } from "#lib/core/money/money";

const STATE_LABELS: Record<AgentTransferView["state"], StateLabel> = {
  requested: { word: "Requested", tone: "wait" },
  sent: { word: "Sent", tone: "good" },
  declined: { word: "Declined", tone: "bad" },
  withdrawn: { word: "Withdrawn", tone: "plain" },
};

/** Money between the parent and an agent, as the parent sees it. */
export function TransferCard({ transfers }: { transfers: readonly AgentTransferView[] }) {
  return (
    <Card title="Transfers" padded={false} className="overflow-hidden">
      {transfers.length === 0 ? (
        <p className="px-4 pb-4 text-muted md:px-5">
          No transfers yet. Money that you send, or request, shows here and in your wallet.
        </p>
      ) : (
        <RowList label="Transfers">
          {transfers.map((transfer) => (
            <TransferRow key={transfer.id} transfer={transfer} />
          ))}
        </RowList>
      )}
    </Card>
  );
}

function TransferRow({ transfer: { id, amount, state, note, madeAt } }: { transfer: AgentTransferView }) {
  const label =
    state === "sent" && amount > 0n ? { word: "Returned", tone: "good" as const } : STATE_LABELS[state];
  return (
    <ListRow
      title={amount > 0n ? "Requested" : "Sent to agent"}
      note={
        <>
          <Time at={madeAt} />
          {note && ` · ${note}`}
        </>
      }
      value={<Money text={formatMoney(amount > 0n ? amount : -amount)} />}
      state={
        state === "requested" ? (
          <ActionForm id={`withdraw-${id}`} action={withdrawRequestAction} hidden={{ id }} className="gap-1">
            <FormStatus />
            <RowButton aria-label={`Withdraw the request for ${formatMoney(amount)}`}>Withdraw</RowButton>
          </ActionForm>
        ) : (
          <StateBadge {...label} />
        )
      }
    />
  );
}
