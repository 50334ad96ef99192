import type { ReactNode } from "react";
import { AmountInput } from "#app/admin/amount-input";
import { Input } from "#app/ui/form/input";
import { Select } from "#app/ui/form/select";
import { LEVEL_LABELS } from "#app/ui/labels.ts";
import { parseMoney } from "#lib/core/money/money";
import type { SupplierView } from "#lib/supplier/list-suppliers";
import { DIALECT_LABELS } from "#lib/supplier/supplier-fields";

const HAS_DIALECTS = Object.keys(DIALECT_LABELS).length > 1;

const WHOLE_NUMBER = { inputMode: "numeric", autoComplete: "off", required: true } as const;

export function UsageFields({ supplier }: { supplier?: SupplierView }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Input
        label="Name"
        name="name"
        autoComplete="off"
        maxLength={60}
        required
        hint="Only admins see it."
        defaultValue={supplier?.name}
      />
      <AmountInput
        label="Low balance"
        name="lowBalance"
        required
        hint="Admins are alerted below this balance."
        amount={supplier?.lowBalance ?? parseMoney("50000")}
      />
      <Input
        {...WHOLE_NUMBER}
        label="Order"
        name="rank"
        hint="The lowest number is preferred: by order, or at the same cost."
        defaultValue={supplier?.rank ?? 2}
      />
    </div>
  );
}

/** The fields of the account at the service. The token is never shown. */
export function AccountFields({ supplier }: { supplier?: SupplierView }) {
  return (
    <>
      {HAS_DIALECTS && (
        <Select
          label="API"
          name="dialect"
          options={DIALECT_LABELS}
          {...(supplier && { defaultValue: supplier.dialect })}
        />
      )}
      <Input
        label="Address"
        name="baseUrl"
        type="url"
        autoComplete="off"
        spellCheck={false}
        required
        placeholder="https://"
        hint={supplier ? "A new address needs its token." : "Without /api. The portal adds that."}
        defaultValue={supplier?.address}
      />
      <Input
        label="Token"
        name="secretToken"
        type="password"
        autoComplete="off"
        spellCheck={false}
        {...(supplier
          ? {
              optional: !supplier.needsToken,
              hint: supplier.needsToken
                ? "This database is a restored copy. Enter the token only where this portal should buy."
                : "Leave empty to keep the stored token.",
            }
          : { required: true, hint: "Stored encrypted, and never shown again." })}
      />
      <TermsFields supplier={supplier}>
        <Input
          {...WHOLE_NUMBER}
          label="Time limit in seconds"
          name="timeoutS"
          defaultValue={supplier ? Math.ceil(supplier.timeoutMs / 1_000) : 190}
        />
      </TermsFields>
    </>
  );
}

/**
 * The fields of what an account is sold, also the environment's: the time limit is only of other suppliers.
 */
export function TermsFields({
  supplier,
  children,
}: {
  supplier?: SupplierView | undefined;
  children?: ReactNode;
}) {
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Select
        label="Your level there"
        name="level"
        options={LEVEL_LABELS}
        {...(supplier
          ? { defaultValue: supplier.level }
          : { empty: "Select", defaultValue: "", required: true })}
      />
      <Input
        {...WHOLE_NUMBER}
        label="Purchases a minute"
        name="perMinute"
        defaultValue={supplier?.perMinute ?? 30}
      />
      {children}
    </div>
  );
}
