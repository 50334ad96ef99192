import { Select } from "#app/ui/form/select";
import { listSuppliersToName } from "#lib/reconcile/admin/name-supplier";
import { requireAdminPage } from "#lib/request/actor";

/**
 * Asks for the supplier that delivered purchases of which it is unknown since a restore;
 * nothing where there are none.
 */
export async function DeliveredBy() {
  const { ctx } = await requireAdminPage();
  const suppliers = await listSuppliersToName(ctx);
  if (!suppliers) return null;
  const options = [
    ...Array.from(suppliers, ([id, name]) => ({ value: String(id), label: name })),
    { value: "none", label: "None: every supplier was asked" },
  ];
  return (
    <Select
      label="Delivered by"
      name="supplier"
      options={options}
      empty="Select"
      defaultValue=""
      hint="Only for purchases whose supplier is unknown: ask each."
    />
  );
}
