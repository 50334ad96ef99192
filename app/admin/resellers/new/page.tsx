import { Card } from "#app/ui/card";
import { PageHeader } from "#app/ui/page/page-header";
import { requireAdminPage } from "#lib/request/actor";
import { InviteForm } from "./invite-form.tsx";

export const metadata = { title: "New reseller" };

export default async function NewResellerPage() {
  await requireAdminPage("resellers");
  return (
    <>
      <PageHeader
        title="New reseller"
        lead="You send the reseller an invitation link, and they choose their own password."
        back={{ href: "/admin/resellers", label: "Resellers" }}
      />
      <Card className="max-w-xl">
        <InviteForm />
      </Card>
    </>
  );
}
