import { ButtonLink } from "#app/ui/button-link";
import { Lock } from "#app/ui/icon/icons.ts";
import { EmptyState } from "#app/ui/list/empty-state";
import { findOwnAwaitedRole } from "#lib/account/admins";
import { listOwnerNames } from "#lib/account/staff/roles";
import { requireAdminPage } from "#lib/request/actor";

export default async function Forbidden() {
  const { ctx, session } = await requireAdminPage(null);
  const [names, awaited] = await Promise.all([
    listOwnerNames(ctx),
    session.staffRole ? null : findOwnAwaitedRole(ctx),
  ]);
  const owners = new Intl.ListFormat("en", { type: "disjunction" }).format(names);
  const ask = `Ask ${owners || "an owner"}`;
  return (
    <EmptyState
      wholePage
      icon={Lock}
      title={
        session.staffRole
          ? "Not part of your role"
          : awaited
            ? "Your role awaits approval"
            : "You don’t have a role yet"
      }
      action={
        <ButtonLink href={session.staffRole ? "/admin" : "/admin/settings"}>
          {session.staffRole ? "Open dashboard" : "Your settings"}
        </ButtonLink>
      }
    >
      {session.staffRole
        ? `Your role is ${session.staffRole}. ${ask} if you need this.`
        : awaited
          ? `You’ll be ${awaited} once another owner approves it. ${ask}.`
          : `${ask} to give you one.`}
    </EmptyState>
  );
}
