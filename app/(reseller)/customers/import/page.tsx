import { pasteCustomersAction } from "#app/(reseller)/customers/actions.ts";
import { RowForms } from "#app/ui/form/row-forms";
import type { Query } from "#app/ui/list/build-href.ts";
import { PageHeader } from "#app/ui/page/page-header";
import { getExamplePhone } from "#lib/core/text/phone";
import { requireResellerPage } from "#lib/request/actor";

export const metadata = { title: "Import customers" };

export default async function ImportPage({ searchParams }: { searchParams: Promise<Query> }) {
  await requireResellerPage("customers");
  const phone = getExamplePhone();
  return (
    <>
      <PageHeader
        title="Import customers"
        lead="You check every row before it’s saved."
        back={{ href: "/customers", label: "Customers" }}
      />
      <div className="max-w-2xl">
        <RowForms
          paste={pasteCustomersAction}
          text={{
            title: "Paste customers",
            label: "Customers",
            placeholder: [`${phone}, Ada`, `${phone.slice(0, -1)}7, Musa, 1GB MTN monthly`].join("\n"),
            hint: "One per line: phone number, name, usual plan, note. Only the phone number is required.",
          }}
          upload="/customers/import/send"
          columns="phone number, name, plan, note"
          query={await searchParams}
        />
      </div>
    </>
  );
}
