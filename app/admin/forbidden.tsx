import { Lock } from "lucide-react";
import { owners } from "#lib/account/staff/roles";
import { requireAdminPage } from "#lib/web/actor";
import { ButtonLink } from "../ui/button-link.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

/** An admin page that is not part of its reader's role: whom to ask. */
export default async function Forbidden() {
  const { ctx, session } = await requireAdminPage(null);
  const names = await owners(ctx);
  const ask = `Ask ${names.length > 0 ? new Intl.ListFormat("en", { type: "disjunction" }).format(names) : "an owner"}`;
  return (
    <EmptyState
      wholePage
      icon={Lock}
      title={session.staffRole ? "Not part of your role" : "You have no role yet"}
      action={
        <ButtonLink href={session.staffRole ? "/admin" : "/admin/settings"}>
          {session.staffRole ? "Go home" : "Your settings"}
        </ButtonLink>
      }
    >
      {session.staffRole
        ? `Your role is ${session.staffRole}. ${ask} if you need this.`
        : `${ask} to give you one.`}
    </EmptyState>
  );
}
