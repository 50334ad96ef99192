import type { Metadata } from "next";
import { type AdminView, listAdmins } from "#lib/account/admins";
import { requireAdminPage } from "#lib/web/actor";
import { Badge } from "../../../ui/badge.tsx";
import { Card } from "../../../ui/card.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { Input } from "../../../ui/input.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Time } from "../../../ui/time.tsx";
import { DeskForm } from "../../desk-form.tsx";
import { LinkAnswer } from "../../made-link.tsx";
import { add, close } from "./actions.ts";

export const metadata: Metadata = { title: "Admins" };

/** Everyone who runs the portal: added by a link, closed for good. */
export default async function AdminsPage() {
  const { ctx } = await requireAdminPage();
  const admins = await listAdmins(ctx);
  return (
    <>
      <PageHeader
        title="Admins"
        lead="They see every purchase and every wallet, and set every price."
        back={{ href: "/admin/settings", label: "Settings" }}
      />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Card title="Who runs the portal" padded={false}>
          <ul aria-label="Admins" className="divide-y divide-line">
            {admins.map((admin) => (
              <Admin key={admin.id} admin={admin} />
            ))}
          </ul>
        </Card>
        <Card title="Add an admin">
          <p className="mb-4 text-muted">
            They choose their own password, by a link that you send them. What needs a second admin they can
            confirm after a week.
          </p>
          <DeskForm
            id="add"
            action={add}
            whyHint="For the record: who they are, who asked for them."
            submit="Add and make the link"
            look={{ variant: "primary" }}
            answer={<LinkAnswer />}
          >
            <Input label="Name" name="name" autoComplete="off" required maxLength={100} />
            <Input label="E-mail" name="email" type="email" autoComplete="off" required />
          </DeskForm>
        </Card>
      </div>
    </>
  );
}

function Admin({ admin }: { admin: AdminView }) {
  const { id, name, email, state, addedAt, seenAt, you } = admin;
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 px-4 py-4 md:px-5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="wrap-anywhere">{name}</span>
          {you && <Badge>You</Badge>}
          {state === "invited" && <Badge tone="unsure">Has yet to choose a password</Badge>}
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
        </p>
      </div>
      {state !== "closed" && !you && (
        <ConfirmDialog
          trigger="Close"
          look={{ size: "sm", variant: "danger" }}
          title={`Close ${name} for good?`}
          cancel="Done"
        >
          <p>They are signed out everywhere at once, and cannot come back. What they did stays on record.</p>
          <DeskForm
            id={`close-${id}`}
            action={close}
            hidden={{ id }}
            submit="Close the account"
            look={{ variant: "danger", wide: true }}
          />
        </ConfirmDialog>
      )}
    </li>
  );
}
