import type { Metadata } from "next";
import { requireAdminPage } from "#lib/web/actor";
import { Card } from "../../../ui/card.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { InviteForm } from "./invite-form.tsx";

export const metadata: Metadata = { title: "New reseller" };

export default async function NewResellerPage() {
  await requireAdminPage("resellers");
  return (
    <>
      <PageHeader
        title="New reseller"
        lead="They choose their own password, by a link that you send them."
        back={{ href: "/admin/resellers", label: "Resellers" }}
      />
      <Card className="max-w-xl">
        <InviteForm />
      </Card>
    </>
  );
}
