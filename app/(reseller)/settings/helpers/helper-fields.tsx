import { Checkbox, FieldSet } from "#app/ui/form/checkbox";
import { DecimalInput } from "#app/ui/form/input";
import { ALL_HELPER_PERMISSIONS, HELPER_PERMISSIONS } from "#lib/core/helper-permission";
import { formatGroupedDecimal } from "#lib/core/money/money";
import type { HelperLimits } from "#lib/helper/helper-limits";

/** Fields of a helper’s limit and permissions. @param limits the present ones */
export function HelperFields({ limits }: { limits?: HelperLimits }) {
  return (
    <>
      <DecimalInput
        label="Limit per day"
        name="dailyLimit"
        optional
        placeholder="20,000"
        defaultValue={limits?.dailyLimit == null ? undefined : formatGroupedDecimal(limits.dailyLimit)}
        hint="Leave it empty for no limit."
      />
      <FieldSet legend="They sell, and may also" name="permissions">
        <div className="sm:grid sm:grid-cols-2 sm:gap-x-4">
          {ALL_HELPER_PERMISSIONS.map((permission) => (
            <Checkbox
              key={permission}
              name="permissions"
              value={permission}
              label={HELPER_PERMISSIONS[permission]}
              defaultChecked={limits?.permissions.includes(permission)}
            />
          ))}
        </div>
        <p className="mt-1 text-muted text-sm">
          Batches, customers and profit show your prices and the wallet’s balance too.
        </p>
      </FieldSet>
    </>
  );
}
