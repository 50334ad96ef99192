import { AdminForm } from "#app/admin/admin-form";
import { addSupplierAction } from "#app/admin/networks/suppliers/actions.ts";
import { AccountFields, UsageFields } from "#app/admin/networks/suppliers/supplier-fields";
import { Card } from "#app/ui/card";
import { PageHeader } from "#app/ui/page/page-header";
import { requireAdminPage } from "#lib/request/actor";

export const metadata = { title: "Add supplier" };

export default async function NewSupplierPage() {
  await requireAdminPage();
  return (
    <>
      <PageHeader
        title="Add supplier"
        lead="Another account to buy from, with its own balance."
        back={{ href: "/admin/networks/suppliers", label: "Suppliers" }}
      />
      <Card className="max-w-3xl">
        <AdminForm
          needs="suppliers"
          id="add"
          action={addSupplierAction}
          submit="Verify and add"
          look={{ variant: "primary" }}
        >
          <p className="text-muted">
            The portal fetches the plan list first. Nothing is bought until you have matched plans and turned
            the supplier on.
          </p>
          <AccountFields />
          <UsageFields />
        </AdminForm>
      </Card>
    </>
  );
}
