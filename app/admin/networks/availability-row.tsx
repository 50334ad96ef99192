import type { ReactNode } from "react";
import { AdminDialog } from "#app/admin/admin-form";
import { setAvailabilityAction } from "#app/admin/catalogue/actions.ts";
import { HistoryDetails } from "#app/admin/history";
import { Badge, StateBadge } from "#app/ui/badge";
import { cx } from "#app/ui/cx.ts";
import { Input } from "#app/ui/form/input";
import { NetworkTile } from "#app/ui/network-tile";
import { getAuditHistory } from "#lib/audit/audit-history";
import type { AvailabilitySwitchView } from "#lib/catalogue/availability-switches";
import type { Ctx } from "#lib/core/context";
import { pluralise } from "#lib/core/text/pluralise";

interface Props {
  ctx: Ctx;
  item: AvailabilitySwitchView;
  /** The rows of its parts. */
  children?: ReactNode;
}

/** A part of the catalogue with its state and the button that changes it. */
export function AvailabilityRow({ ctx, item, children }: Props) {
  const { networkId, typeId, what, off, message, version, plans, offered, subject } = item;
  return (
    <li className="px-4 py-2 in-[li]:px-0 md:px-5">
      <div className="flex min-h-11 items-center gap-3">
        {typeId === null && networkId !== null && <NetworkTile name={what} size="sm" />}
        <p className={cx("min-w-0 flex-1", typeId === null ? "font-semibold" : "md:pl-10")}>
          {what}
          <span className="block font-normal text-muted text-sm">
            {pluralise(plans, "plan", "plans")}
            {off && `: “${message}”`}
          </span>
        </p>
        {!offered && <Badge>Off at the supplier</Badge>}
        {off && <StateBadge tone="bad" word="Off" />}
        <AvailabilityDialog item={item} />
      </div>
      {version > 0 && (
        <HistoryDetails records={getAuditHistory(ctx, { subject: "sale", subjectId: subject, latest: 20 })} />
      )}
      {children}
    </li>
  );
}

/** In an outage seconds count, so all that it asks for is filled in. */
function AvailabilityDialog({ item }: Pick<Props, "item">) {
  const { networkId, typeId, what, off, message, version, subject } = item;
  const verb = off ? "Turn on" : "Turn off";
  return (
    <AdminDialog
      needs="prices"
      key={version}
      id={subject.replaceAll(" ", "-")}
      trigger={
        <>
          {verb}
          <span className="sr-only"> {what}</span>
        </>
      }
      look={{ variant: off ? "primary" : "secondary", size: "sm" }}
      title={`${verb} ${what}`}
      action={setAvailabilityAction}
      hidden={{ networkId: networkId ?? "", typeId: typeId ?? "", to: off ? "on" : "off", version }}
      reasonHint="For the audit log. Buyers don’t see it."
      reasonDefault={off ? "Working again" : "Network problem"}
      submit={`${verb} ${what}`}
      submitLook={off ? "primary" : "danger"}
    >
      {!off && (
        <Input
          label="Message to buyers"
          name="message"
          maxLength={200}
          autoComplete="off"
          hint="Name the problem and when to check again."
          defaultValue={message || "The network has a problem. Check again in an hour."}
        />
      )}
    </AdminDialog>
  );
}
