import { AdminDialog } from "#app/admin/admin-form";
import { changeLineAction, resumeLineAction } from "#app/admin/catalogue/actions.ts";
import { Select } from "#app/ui/form/select";
import { formatDuration } from "#lib/core/time/time";
import type { BoardLine } from "#lib/monitoring/delivery-board";
import { OUTAGE_MINUTES, toLineKey } from "#lib/outage/line";
import type { OutageView } from "#lib/outage/list-outages";

const toId = (line: BoardLine) => toLineKey(line).replaceAll(" ", "-");

const nameOf = ({ name, supplier }: BoardLine) => <span className="sr-only"> {`${name}, ${supplier}`}</span>;

const ORDER_OPTIONS = [
  { value: "paused", label: "Pause it" },
  { value: "kept_open", label: "Keep it open" },
];

const DURATION_OPTIONS = OUTAGE_MINUTES.map((minutes) => ({
  value: String(minutes),
  label: `In ${formatDuration(minutes * 60)}`,
}));

/** In an outage seconds count, so all that it asks for is filled in. */
export function ChangeLineDialog({ line }: { line: BoardLine }) {
  const { supplierId, networkId, typeId, name, supplier, outage } = line;
  return (
    <AdminDialog
      needs="system"
      key={outage?.id ?? "open"}
      id={`change-${toId(line)}`}
      trigger={<>Change{nameOf(line)}</>}
      look={{ variant: "secondary", size: "sm" }}
      title={`Change ${name} from ${supplier}`}
      about="Paused, it’s bought from other suppliers, or not sold. Kept open, it’s sold whatever fails."
      action={changeLineAction}
      hidden={{ supplierId, networkId, typeId, expected: outage?.id ?? "" }}
      reasonDefault="Network problem"
      submit={`Change ${name}`}
      submitLook="primary"
    >
      <Select
        label="Order"
        name="to"
        options={ORDER_OPTIONS}
        defaultValue={outage?.state === "paused" ? "kept_open" : "paused"}
      />
      <Select
        label="End"
        name="minutes"
        empty="When an admin ends it"
        options={DURATION_OPTIONS}
        defaultValue=""
      />
    </AdminDialog>
  );
}

export function ResumeLineDialog({ line, outage }: { line: BoardLine; outage: OutageView }) {
  const isPaused = outage.state === "paused";
  return (
    <AdminDialog
      needs="system"
      key={outage.id}
      id={`resume-${toId(line)}`}
      trigger={
        <>
          {isPaused ? "Resume" : "End"}
          {nameOf(line)}
        </>
      }
      look={{ variant: isPaused ? "primary" : "secondary", size: "sm" }}
      title={`${isPaused ? "Resume" : "End for"} ${line.name} from ${line.supplier}`}
      about={
        isPaused
          ? "Purchases are sent there again at once. It’s paused again if they fail."
          : "It’s paused again when its purchases fail."
      }
      action={resumeLineAction}
      hidden={{ outageId: outage.id }}
      reasonDefault="Works again"
      submit={`${isPaused ? "Resume" : "End for"} ${line.name}`}
      submitLook="primary"
    />
  );
}
