import { AdminForm } from "#app/admin/admin-form";
import { judgeFailureTextAction } from "#app/admin/catalogue/actions.ts";
import { Badge } from "#app/ui/badge";
import { Card } from "#app/ui/card";
import { PageLink } from "#app/ui/page/page-link";
import { Time } from "#app/ui/time";
import type { BoardFailure } from "#lib/monitoring/delivery-board";

interface Props {
  failures: readonly BoardFailure[];
  fromDay: string;
  isSeveral: boolean;
}

/** Failures by text and plan type: each leads to its purchases, and an admin decides whose fault it is. */
export function FailureCard({ failures, fromDay, isSeveral }: Props) {
  return (
    <Card title="Failed or unclear, last 90 minutes" padded={failures.length === 0}>
      {failures.length === 0 ? (
        <p className="text-muted">Nothing failed. Failures appear here, grouped by the supplier’s text.</p>
      ) : (
        <ul className="divide-y divide-line">
          {failures.map((failure) => (
            <FailureRow key={toKey(failure)} {...{ failure, fromDay, isSeveral }} />
          ))}
        </ul>
      )}
    </Card>
  );
}

const FAULTS = ["network", "recipient"] as const;
const FAULT_LABELS = { network: "Network’s fault", recipient: "Recipient’s fault" };

const DOUBTS = {
  network: ". Others were delivered meanwhile: probably the recipient’s number",
  recipient: ". Fewer were delivered meanwhile: probably the network",
};

const toKey = ({ supplierId, networkId, typeId, text }: BoardFailure) =>
  [supplierId, networkId, typeId, text].join("-").replaceAll(" ", "-");

function FailureRow({ failure, fromDay, isSeveral }: Omit<Props, "failures"> & { failure: BoardFailure }) {
  const { supplierId, networkId, name, supplier, text, count, state, last, fault, isDecided, isDoubtful } =
    failure;
  const query = new URLSearchParams({
    network: String(networkId),
    supplier: String(supplierId),
    from: fromDay,
    state,
  });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 md:px-5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">
          <PageLink href={`/admin/purchases?${query}`} className="break-words hover:underline">
            {count} × {text || "no reason given"}
          </PageLink>
        </p>
        <p className="text-muted text-sm">
          {isSeveral ? `${name} from ${supplier}` : name}, last <Time at={last} />
          {isDoubtful && DOUBTS[fault]}
        </p>
      </div>
      <Badge tone={fault === "network" ? "bad" : "plain"}>
        {FAULT_LABELS[fault]}
        {!isDecided && ", guessed"}
      </Badge>
      <div className="flex flex-wrap gap-2">
        {FAULTS.filter((choice) => !isDecided || choice !== fault).map((choice) => (
          <AdminForm
            needs="system"
            id={`${choice}-${toKey(failure)}`}
            key={choice}
            action={judgeFailureTextAction}
            hidden={{ text, fault: choice }}
            reasonLabel={null}
            submit={FAULT_LABELS[choice]}
            look={{ variant: "secondary", size: "sm" }}
          />
        ))}
      </div>
    </li>
  );
}
