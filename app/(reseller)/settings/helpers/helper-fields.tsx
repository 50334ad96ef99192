"use client";

import { Checkbox, FieldSet } from "#app/ui/form/checkbox";
import { DecimalInput } from "#app/ui/form/input";
import {
  ALL_HELPER_PERMISSIONS,
  HELPER_PERMISSIONS,
  type HelperPermission,
} from "#lib/core/helper-permission";

interface Props {
  /** The present limit, as typed. */
  dailyLimit?: string | undefined;
  permissions?: readonly HelperPermission[];
}

/** Fields of a helper’s limit and permissions. */
export function HelperFields({ dailyLimit, permissions = [] }: Props) {
  return (
    <>
      <DecimalInput
        label="Limit per day"
        name="dailyLimit"
        optional
        placeholder="20,000"
        defaultValue={dailyLimit}
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
              defaultChecked={permissions.includes(permission)}
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
