import type { Metadata } from "next";
import { type AdminView, listAdmins } from "#lib/account/admins";
import { listRoles } from "#lib/account/staff/roles";
import { secondAdmin } from "#lib/audit/second-admin-limits";
import { requireAdminPage } from "#lib/web/actor";
import { Badge } from "../../../ui/badge.tsx";
import { Card } from "../../../ui/card.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { Input } from "../../../ui/input.tsx";
import { May } from "../../../ui/may.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Select, type SelectOption } from "../../../ui/select.tsx";
import { Time } from "../../../ui/time.tsx";
import { DeskForm } from "../../desk-form.tsx";
import { LinkAnswer } from "../../made-link.tsx";
import { SecondOwnerNote } from "../../second-admin.tsx";
import { add, changeRole, close, signOut } from "./actions.ts";
import { StaffTabs } from "./tabs.tsx";

export const metadata: Metadata = { title: "Staff" };

/** Everyone who runs the portal, each with a role: added by a link, closed for good. */
export default async function StaffPage() {
  const { ctx } = await requireAdminPage();
  const [admins, roles, second] = await Promise.all([
    listAdmins(ctx),
    listRoles(ctx),
    secondAdmin(ctx, "staff"),
  ]);
  const options = roles.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <>
      <PageHeader
        title="Staff"
        lead="Who runs the portal, and what each may do."
        back={{ href: "/admin/settings", label: "Settings" }}
      />
      <StaffTabs here="/admin/settings/staff" />
      <SecondOwnerNote exists={second.exists} />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Card title="Who runs the portal" padded={false}>
          <ul aria-label="Staff" className="divide-y divide-line">
            {admins.map((admin) => (
              <Member key={admin.id} admin={admin} options={options} />
            ))}
          </ul>
        </Card>
        <Card title="Add somebody">
          <DeskForm
            needs="staff"
            id="add"
            action={add}
            whyHint="For the record: who they are, who asked for them."
            submit="Add and make the link"
            look={{ variant: "primary" }}
            answer={<LinkAnswer />}
          >
            <p className="text-muted">
              They choose their own password, by a link that you send them. What needs approval they can
              confirm after a week.
            </p>
            <Input label="Name" name="name" autoComplete="off" required maxLength={100} />
            <Input label="E-mail" name="email" type="email" autoComplete="off" required />
            <Select label="Role" name="roleId" options={options} empty="Choose" defaultValue="" required />
          </DeskForm>
        </Card>
      </div>
    </>
  );
}

interface MemberProps {
  admin: AdminView;
  options: readonly SelectOption[];
}

function Member({ admin, options }: MemberProps) {
  const { name, email, role, state, addedAt, seenAt, sessions, waits, you } = admin;
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 px-4 py-4 md:px-5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="wrap-anywhere">{name}</span>
          {state !== "closed" && <Badge tone={role ? "plain" : "bad"}>{role?.name ?? "No role"}</Badge>}
          {you && <Badge>You</Badge>}
          {state === "invited" && <Badge tone="unsure">Has yet to choose a password</Badge>}
          {waits && <Badge tone="wait">{waits}: waits for another owner</Badge>}
          {state === "closed" && <Badge tone="bad">Closed</Badge>}
        </p>
        <p className="wrap-anywhere mt-1 text-muted text-sm">{email}</p>
        <p className="mt-1 text-muted text-sm">
          Added <Time at={addedAt} />
          {seenAt && (
            <>
              , last here <Time at={seenAt} />
            </>
          )}
          {sessions > 0 && `, signed in on ${sessions === 1 ? "1 device" : `${sessions} devices`}`}
        </p>
      </div>
      {state !== "closed" && !you && (
        <May do="staff">
          <Acts admin={admin} options={options} />
        </May>
      )}
    </li>
  );
}

/** What an owner can do about somebody else. */
function Acts({ admin: { id, name, role, version, sessions }, options }: MemberProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <ConfirmDialog trigger="Role" look={{ size: "sm" }} title={`The role of ${name}`} cancel="Done">
        <p>It holds from their next click on. They stay signed in.</p>
        <DeskForm
          needs="staff"
          id={`role-${id}`}
          action={changeRole}
          hidden={{ id, version }}
          submit="Give it"
          look={{ variant: "primary", wide: true }}
        >
          <Select
            label="Role"
            name="roleId"
            options={options}
            {...(role ? { defaultValue: String(role.id) } : { empty: "Choose", defaultValue: "" })}
          />
        </DeskForm>
      </ConfirmDialog>
      {sessions > 0 && (
        <ConfirmDialog trigger="Sign out" look={{ size: "sm" }} title={`Sign ${name} out?`} cancel="Done">
          <p>On every device, at once. They can sign in again.</p>
          <DeskForm
            needs="staff"
            id={`sign-out-${id}`}
            action={signOut}
            hidden={{ id }}
            submit="Sign out everywhere"
            look={{ variant: "primary", wide: true }}
          />
        </ConfirmDialog>
      )}
      <ConfirmDialog
        trigger="Close"
        look={{ size: "sm", variant: "danger" }}
        title={`Close ${name} for good?`}
        cancel="Done"
      >
        <p>They are signed out everywhere at once, and cannot come back. What they did stays on record.</p>
        <DeskForm
          needs="staff"
          id={`close-${id}`}
          action={close}
          hidden={{ id }}
          submit="Close the account"
          look={{ variant: "danger", wide: true }}
        />
      </ConfirmDialog>
    </div>
  );
}
