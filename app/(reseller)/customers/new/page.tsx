import { buildPlanOptions } from "#app/(reseller)/buy/options.ts";
import { addCustomerAction } from "#app/(reseller)/customers/actions.ts";
import { CustomerFields } from "#app/(reseller)/customers/customer-fields";
import { Card } from "#app/ui/card";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { SubmitButton } from "#app/ui/form/submit-button";
import { PageHeader } from "#app/ui/page/page-header";
import { listPlans } from "#lib/catalogue/list-plans";
import { getOfferedPrice } from "#lib/catalogue/price/price";
import { requireResellerPage } from "#lib/request/actor";

export const metadata = { title: "New customer" };

export default async function NewCustomerPage() {
  const { ctx } = await requireResellerPage("customers");
  const { plans } = await listPlans(ctx, {}, getOfferedPrice);
  return (
    <>
      <PageHeader title="New customer" back={{ href: "/customers", label: "Customers" }} />
      <Card className="max-w-lg">
        <ActionForm action={addCustomerAction}>
          <FormStatus />
          <CustomerFields plans={buildPlanOptions(plans)} />
          <SubmitButton size="lg" wide>
            Save
          </SubmitButton>
        </ActionForm>
      </Card>
    </>
  );
}
