import { OutcomeCells } from "#app/admin/outcome-cells";
import { StateBadge } from "#app/ui/badge";
import type { StateLabel } from "#app/ui/purchase/purchase-labels.ts";
import { Time } from "#app/ui/time";
import type { BoardLine } from "#lib/monitoring/delivery-board";
import type { OutageView } from "#lib/outage/list-outages";
import { ChangeLineDialog, ResumeLineDialog } from "./line-dialogs.tsx";

interface Props {
  line: BoardLine;
  quarters: readonly Date[];
  /** Several suppliers deliver, so that a row names its own. */
  isSeveral: boolean;
}

/** A plan type at a supplier: its quarters of an hour, its pause, and the buttons that change it. */
export function LineRow({ line, quarters, isSeveral }: Props) {
  const { name, network, supplier, outage, outcomes } = line;
  return (
    <>
      <tr>
        <th scope="row" className="py-1 pr-1 text-left font-medium sm:pr-3">
          {name.slice(network.length).trim() || name}
          {isSeveral && <span className="block font-normal text-muted">{supplier}</span>}
        </th>
        <OutcomeCells quarters={quarters} outcomes={outcomes} few />
        <td className="text-right">
          {outage ? <StateBadge {...getOutageLabel(outage)} /> : <ChangeLineDialog line={line} />}
        </td>
      </tr>
      {outage && (
        <tr>
          <td colSpan={quarters.length + 2} className="pb-3">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <p className="min-w-0 flex-1 basis-64 text-muted">
                <OutageNote outage={outage} />
              </p>
              <span className="flex gap-2">
                <ChangeLineDialog line={line} />
                <ResumeLineDialog line={line} outage={outage} />
              </span>
            </div>
          </td>
        </tr>
      )}
    </>
  );
}

const SALES_LABELS: Record<OutageView["sold"], StateLabel> = {
  all: { word: "Bought elsewhere", tone: "unsure" },
  some: { word: "Partly sold", tone: "bad" },
  none: { word: "Not sold", tone: "bad" },
};

const getOutageLabel = ({ state, sold }: OutageView): StateLabel =>
  state === "kept_open" ? { word: "Kept open", tone: "unsure" } : SALES_LABELS[sold];

function OutageNote({ outage: { by, since, reason, until, probeAt, evidence } }: { outage: OutageView }) {
  const [text] = evidence?.texts ?? [];
  return (
    <>
      {by ?? "Automatic"}, <Time at={since} />: “{reason}”{text?.text && ` Mostly “${text.text}”.`}
      {until && (
        <>
          {" "}
          Until <Time at={until} />.
        </>
      )}
      {probeAt && (
        <>
          {" "}
          One purchase tries it from <Time at={probeAt} /> on.
        </>
      )}
    </>
  );
}
