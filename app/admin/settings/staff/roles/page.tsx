import type { Metadata } from "next";
import type { ReactNode } from "react";
import { CHOICES, listRoles, type RoleView } from "#lib/account/staff/roles";
import { history } from "#lib/audit/history";
import { secondAdmin } from "#lib/audit/second-admin-limits";
import { PERMISSIONS } from "#lib/core/permission";
import { requireAdminPage } from "#lib/web/actor";
import { Badge } from "../../../../ui/badge.tsx";
import { Card } from "../../../../ui/card.tsx";
import { Checkbox } from "../../../../ui/checkbox.tsx";
import { Fold } from "../../../../ui/fold.tsx";
import { Input } from "../../../../ui/input.tsx";
import { May } from "../../../../ui/may.tsx";
import { PageHeader } from "../../../../ui/page-header.tsx";
import { DeskForm } from "../../../desk-form.tsx";
import { HistoryDetails } from "../../../history-card.tsx";
import { SecondOwnerNote } from "../../../second-admin.tsx";
import { dropRole, keepRole } from "../actions.ts";
import { StaffTabs } from "../tabs.tsx";

export const metadata: Metadata = { title: "Roles" };

/** What each role may do; the operator's own can be made and changed. */
export default async function RolesPage() {
  const { ctx } = await requireAdminPage();
  const [roles, second] = await Promise.all([listRoles(ctx), secondAdmin(ctx, "staff")]);
  const own = roles.filter(({ builtIn }) => builtIn === null);
  const records = new Map(
    await Promise.all(
      own.map(
        async ({ id }) => [id, await history(ctx, { subject: "role", subjectId: id, latest: 20 })] as const,
      ),
    ),
  );
  return (
    <>
      <PageHeader
        title="Staff"
        lead="A role says what somebody may do. Only owners give roles."
        back={{ href: "/admin/settings", label: "Settings" }}
      />
      <StaffTabs here="/admin/settings/staff/roles" />
      <SecondOwnerNote exists={second.exists} />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid items-start gap-5 md:grid-cols-2">
          {roles.map((role) => (
            <Role key={role.id} role={role}>
              <HistoryDetails records={records.get(role.id) ?? []} />
            </Role>
          ))}
        </div>
        <Card title="A role of your own">
          <DeskForm needs="staff" id="new" action={keepRole} submit="Make it" look={{ variant: "primary" }}>
            <RoleFields />
          </DeskForm>
        </Card>
      </div>
    </>
  );
}

function Role({ role, children }: { role: RoleView; children: ReactNode }) {
  const { id, name, builtIn, permissions, version, people } = role;
  return (
    <Card
      title={name}
      action={<Badge>{people === 0 ? "Nobody" : people === 1 ? "1 person" : `${people} people`}</Badge>}
    >
      {builtIn === "owner" ? (
        <p>Everything, also what comes with a later version.</p>
      ) : (
        <ul className="grid list-disc gap-1 pl-5">
          {permissions.map((one) => (
            <li key={one}>{PERMISSIONS[one]}</li>
          ))}
        </ul>
      )}
      {builtIn === null && (
        <div className="mt-2">
          <May do="staff">
            <Fold title="Change it">
              <DeskForm
                needs="staff"
                id={`role-${id}`}
                action={keepRole}
                hidden={{ id, version }}
                submit="Save"
              >
                <RoleFields role={role} />
              </DeskForm>
            </Fold>
            {people === 0 && (
              <Fold title="Remove it">
                <DeskForm
                  needs="staff"
                  id={`drop-${id}`}
                  action={dropRole}
                  hidden={{ id, version }}
                  submit="Remove the role"
                  look={{ variant: "danger" }}
                />
              </Fold>
            )}
          </May>
          {children}
        </div>
      )}
    </Card>
  );
}

function RoleFields({ role }: { role?: RoleView }) {
  return (
    <>
      <Input label="Name" name="name" autoComplete="off" required maxLength={40} defaultValue={role?.name} />
      <fieldset>
        <legend className="mb-1 font-medium">Beside seeing, they may</legend>
        {CHOICES.map((one) => (
          <Checkbox
            key={one}
            name="permissions"
            value={one}
            label={PERMISSIONS[one]}
            defaultChecked={role?.permissions.includes(one) ?? false}
          />
        ))}
      </fieldset>
    </>
  );
}
