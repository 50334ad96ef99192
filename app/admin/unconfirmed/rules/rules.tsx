import { decimalText } from "#lib/core/money";
import type { Settings } from "#lib/reconcile/settings";
import { Card } from "../../../ui/card.tsx";
import { RulesForm } from "./rules-form.tsx";

/** How unconfirmed purchases are decided. */
export function Rules({ rules }: { rules: Settings }) {
  const minutes = (seconds: number) => String(Math.round(seconds / 60));
  return (
    <Card title="Rules">
      <RulesForm
        automatic={rules.automatic}
        version={rules.version}
        values={{
          lateMinutes: minutes(rules.lateSeconds),
          refundMinutes: minutes(rules.refundSeconds),
          graceMinutes: minutes(rules.graceSeconds),
          secondAdminAbove: decimalText(rules.secondAdminAbove),
          lowBalance: decimalText(rules.lowBalance),
        }}
      />
    </Card>
  );
}
