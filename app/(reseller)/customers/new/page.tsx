import type { Metadata } from "next";
import { list } from "#lib/catalogue/list";
import { requireResellerPage } from "#lib/web/actor";
import { Card } from "../../../ui/card.tsx";
import { ActionForm, FormAnswer } from "../../../ui/form.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { planOptions } from "../../bulk/plan-options.ts";
import { add } from "../actions.ts";
import { Details } from "../details.tsx";

export const metadata: Metadata = { title: "New customer" };

/** Somebody new: a number, and what is known beside it. */
export default async function NewCustomerPage() {
  const { ctx } = await requireResellerPage();
  const { plans } = await list(ctx, {});
  return (
    <>
      <PageHeader title="New customer" back={{ href: "/customers", label: "Customers" }} />
      <Card className="max-w-lg">
        <ActionForm action={add}>
          <FormAnswer />
          <Details plans={planOptions(plans)} />
          <SubmitButton size="lg" wide>
            Save
          </SubmitButton>
        </ActionForm>
      </Card>
    </>
  );
}
