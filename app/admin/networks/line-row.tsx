import { OutcomeCells } from "#app/admin/outcome-cells";
import { StateBadge } from "#app/ui/badge";
import type { BoardLine } from "#lib/monitoring/delivery-board";
import { ChangeLineDialog } from "./line-dialogs.tsx";
import { getLineState } from "./line-state.ts";

interface Props {
  line: BoardLine;
  quarters: readonly Date[];
  /** Several suppliers deliver, so that a row names its own. */
  isSeveral: boolean;
}

/** A plan type at a supplier: its quarters of an hour, its state, and the button that pauses it. */
export function LineRow({ line, quarters, isSeveral }: Props) {
  const { name, network, supplier, outage, outcomes } = line;
  const state = <StateBadge {...getLineState(outage)} />;
  return (
    <tr>
      <th scope="row" className="py-1 pr-1 text-left font-medium sm:pr-3">
        {name.slice(network.length).trim() || name}
        {isSeveral && <span className="block font-normal text-muted">{supplier}</span>}
        <span className="mt-1 block sm:hidden">{state}</span>
      </th>
      <OutcomeCells quarters={quarters} outcomes={outcomes} few />
      <td className="pl-3 max-sm:hidden">{state}</td>
      <td className="text-right">
        {outage ? <span className="text-muted">Above</span> : <ChangeLineDialog line={line} />}
      </td>
    </tr>
  );
}
