import { AdminDialog } from "#app/admin/admin-form";
import { approveSignUpAction, rejectSignUpAction } from "#app/admin/resellers/actions.ts";
import { buildDecisionItems } from "#app/admin/resellers/upgrades/upgrade-card";
import { Banner } from "#app/ui/banner";
import { Card } from "#app/ui/card";
import { DescriptionList } from "#app/ui/description-list";
import { Input } from "#app/ui/form/input";
import { Select } from "#app/ui/form/select";
import { LEVEL_LABELS } from "#app/ui/labels.ts";
import { Time } from "#app/ui/time";
import type { SignUpRow } from "#lib/account/sign-up/sign-up-list";

export function SignUpCard({ request }: { request: SignUpRow }) {
  const { name, email, phone, about, address, requestedAt, referrer, taken, state } = request;
  return (
    <Card title={name}>
      <DescriptionList
        facts={[
          { label: "Email", value: email },
          { label: "Phone number", value: phone },
          { label: "Requested", value: <Time at={requestedAt} /> },
          referrer && { label: "Referred by", value: referrer },
          address && { label: "IP address", value: address },
          ...buildDecisionItems(request),
        ]}
      />
      {about && <p className="mt-3 whitespace-pre-line text-muted">{about}</p>}
      {taken && state === "pending" && (
        <Banner className="mt-3" kind="warn">
          This email already has an account. You can only reject the request.
        </Banner>
      )}
      {state === "pending" && <SignUpDecisionForms request={request} />}
    </Card>
  );
}

function SignUpDecisionForms({ request: { id, name, taken } }: { request: SignUpRow }) {
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {!taken && (
        <AdminDialog
          needs="resellers"
          trigger="Approve"
          look={{ variant: "primary" }}
          title={`Approve ${name}?`}
          about="Their account opens with an empty wallet, and an email tells them at once."
          id={`approve-${id}`}
          action={approveSignUpAction}
          hidden={{ id }}
          submit="Approve request"
          submitLook="primary"
          reasonLabel={null}
        >
          <Select label="Level" name="level" options={LEVEL_LABELS} defaultValue="smart_earner" />
          <Input label="Reason" name="reason" maxLength={500} autoComplete="off" optional />
        </AdminDialog>
      )}
      <AdminDialog
        needs="resellers"
        trigger="Reject"
        title={`Reject ${name}?`}
        id={`reject-${id}`}
        action={rejectSignUpAction}
        hidden={{ id }}
        reasonHint="The applicant sees this at the address of their request."
        submit="Reject request"
        submitLook="danger"
      />
    </div>
  );
}
