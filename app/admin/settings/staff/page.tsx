import { AdminDialog, AdminForm } from "#app/admin/admin-form";
import { OwnerApprovalNote } from "#app/admin/approval";
import { CreatedLinkResult } from "#app/admin/created-link";
import {
  addAdminAction,
  changeAdminRoleAction,
  closeAdminAction,
  endAdminSessionsAction,
} from "#app/admin/settings/actions.ts";
import { SettingsTabs } from "#app/admin/tabs";
import { Badge } from "#app/ui/badge";
import { Card } from "#app/ui/card";
import { Input } from "#app/ui/form/input";
import { Select } from "#app/ui/form/select";
import type { SelectOption } from "#app/ui/form/select-options.ts";
import { PageHeader } from "#app/ui/page/page-header";
import { PermissionGate } from "#app/ui/page/permission-gate";
import { Time, TimePhrase } from "#app/ui/time";
import { type AdminView, listAdmins } from "#lib/account/admins";
import { listRoles } from "#lib/account/staff/roles";
import { getApprovalLimit } from "#lib/audit/approval-limits";
import { requireAdminPage } from "#lib/request/actor";
import { Roles } from "./roles.tsx";

export const metadata = { title: "Staff" };

export default async function StaffPage() {
  const { ctx } = await requireAdminPage();
  const [admins, roles, approvalLimit] = await Promise.all([
    listAdmins(ctx),
    listRoles(ctx),
    getApprovalLimit(ctx, "staff"),
  ]);
  const options = roles.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <>
      <PageHeader
        title="Staff"
        lead="The admins of the portal, their roles, and what each role allows."
        tabs={<SettingsTabs here="/admin/settings/staff" />}
      />
      <OwnerApprovalNote hasApprover={approvalLimit.hasApprover} />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Card title="Admins" padded={false}>
          <ul aria-label="Staff" className="divide-y divide-line">
            {admins.map((admin) => (
              <StaffMember key={admin.id} admin={admin} options={options} />
            ))}
          </ul>
        </Card>
        <Card title="New admin">
          <AdminForm
            needs="staff"
            id="add"
            action={addAdminAction}
            reasonHint="For the audit log: who they are, and who requested the account."
            submit="Create invitation link"
            look={{ variant: "primary" }}
            answer={<CreatedLinkResult />}
          >
            <p className="text-muted">
              You send them the link, and they choose their own password. They can approve requests after one
              week.
            </p>
            <Input label="Name" name="name" autoComplete="off" required maxLength={100} />
            <Input label="Email" name="email" type="email" autoComplete="off" required />
            <Select label="Role" name="roleId" options={options} empty="Select" defaultValue="" required />
          </AdminForm>
        </Card>
      </div>
      <Roles ctx={ctx} roles={roles} />
    </>
  );
}

interface StaffMemberProps {
  admin: AdminView;
  options: readonly SelectOption[];
}

function StaffMember({ admin, options }: StaffMemberProps) {
  const { name, email, role, state, addedAt, seenAt, sessions, waits, you } = admin;
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 px-4 py-4 md:px-5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="wrap-anywhere">{name}</span>
          {state !== "closed" && (role || !waits) && (
            <Badge tone={role ? "plain" : "bad"}>{role?.name ?? "No role"}</Badge>
          )}
          {you && <Badge>You</Badge>}
          {state === "invited" && <Badge tone="unsure">Invited</Badge>}
          {waits && <Badge tone="wait">{waits}: pending approval</Badge>}
          {state === "closed" && <Badge tone="bad">Closed</Badge>}
        </p>
        <p className="wrap-anywhere mt-1 text-muted text-sm">{email}</p>
        <p className="mt-1 text-muted text-sm">
          Added <Time at={addedAt} />
          <TimePhrase before=", last seen " at={seenAt} />
          {sessions > 0 && `, signed in on ${sessions === 1 ? "1 device" : `${sessions} devices`}`}
        </p>
      </div>
      {state !== "closed" && !you && (
        <PermissionGate do="staff">
          <StaffMemberActions admin={admin} options={options} />
        </PermissionGate>
      )}
    </li>
  );
}

function StaffMemberActions({ admin: { id, name, role, version, sessions }, options }: StaffMemberProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <AdminDialog
        needs="staff"
        trigger="Role"
        look={{ size: "sm" }}
        title={`Role of ${name}`}
        about="It takes effect with their next request. They stay signed in."
        id={`role-${id}`}
        action={changeAdminRoleAction}
        hidden={{ id, version }}
        submit="Change role"
        submitLook="primary"
      >
        <Select
          label="Role"
          name="roleId"
          options={options}
          {...(role ? { defaultValue: String(role.id) } : { empty: "Select", defaultValue: "" })}
        />
      </AdminDialog>
      {sessions > 0 && (
        <AdminDialog
          needs="staff"
          trigger="Sign out"
          look={{ size: "sm" }}
          title={`Sign ${name} out?`}
          about="They’re signed out on every device immediately. They can sign in again."
          id={`sign-out-${id}`}
          action={endAdminSessionsAction}
          hidden={{ id }}
          submit="Sign out everywhere"
          submitLook="primary"
        />
      )}
      <AdminDialog
        needs="staff"
        trigger="Close"
        look={{ size: "sm", variant: "danger" }}
        title={`Close the account of ${name}?`}
        about="They’re signed out everywhere and can’t sign in again. Their actions stay in the audit log. This can’t be undone."
        id={`close-${id}`}
        action={closeAdminAction}
        hidden={{ id }}
        submit="Close account"
        submitLook="danger"
      />
    </div>
  );
}
