import { AdminForm } from "#app/admin/admin-form";
import { HistoryDetails } from "#app/admin/history";
import { removeRoleAction, saveRoleAction } from "#app/admin/settings/actions.ts";
import { Badge } from "#app/ui/badge";
import { Card } from "#app/ui/card";
import { Disclosure } from "#app/ui/disclosure";
import { Checkbox } from "#app/ui/form/checkbox";
import { Input } from "#app/ui/form/input";
import { PermissionGate } from "#app/ui/page/permission-gate";
import { GRANTABLE_PERMISSIONS, type RoleView } from "#lib/account/staff/roles";
import { getAuditHistory } from "#lib/audit/audit-history";
import type { Ctx } from "#lib/core/context";
import { PERMISSIONS } from "#lib/core/permission";

export function Roles({ ctx, roles }: { ctx: Ctx; roles: readonly RoleView[] }) {
  return (
    <section id="roles" aria-labelledby="roles-title" className="mt-6 scroll-mt-4">
      <h2 id="roles-title" className="mb-4 font-semibold text-lg">
        Roles
      </h2>
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid items-start gap-5 md:grid-cols-2">
          {roles.map((role) => (
            <RoleCard key={role.id} ctx={ctx} role={role} />
          ))}
        </div>
        <Card title="New role">
          <AdminForm
            needs="staff"
            id="new"
            action={saveRoleAction}
            submit="Create role"
            look={{ variant: "primary" }}
          >
            <RoleFields />
          </AdminForm>
        </Card>
      </div>
    </section>
  );
}

function RoleCard({ ctx, role }: { ctx: Ctx; role: RoleView }) {
  const { id, name, builtIn, permissions, version, people } = role;
  return (
    <Card title={name} action={<Badge>{people === 1 ? "1 admin" : `${people} admins`}</Badge>}>
      {builtIn === "owner" ? (
        <p>All permissions, including those added by later versions.</p>
      ) : (
        <ul className="grid list-disc gap-1 pl-5">
          {permissions.map((permission) => (
            <li key={permission}>{PERMISSIONS[permission]}</li>
          ))}
        </ul>
      )}
      {builtIn === null && (
        <div className="mt-2">
          <PermissionGate do="staff">
            <Disclosure title="Edit role">
              <AdminForm
                needs="staff"
                id={`edit-role-${id}`}
                action={saveRoleAction}
                hidden={{ id, version }}
                submit="Save role"
              >
                <RoleFields role={role} />
              </AdminForm>
            </Disclosure>
            {people === 0 && (
              <Disclosure title="Remove role">
                <AdminForm
                  needs="staff"
                  id={`remove-role-${id}`}
                  action={removeRoleAction}
                  hidden={{ id, version }}
                  submit="Remove role"
                  look={{ variant: "danger" }}
                />
              </Disclosure>
            )}
          </PermissionGate>
          <HistoryDetails records={getAuditHistory(ctx, { subject: "role", subjectId: id, latest: 20 })} />
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
        <legend className="mb-1 font-medium">Permissions besides viewing</legend>
        {GRANTABLE_PERMISSIONS.map((permission) => (
          <Checkbox
            key={permission}
            name="permissions"
            value={permission}
            label={PERMISSIONS[permission]}
            defaultChecked={role?.permissions.includes(permission) ?? false}
          />
        ))}
      </fieldset>
    </>
  );
}
