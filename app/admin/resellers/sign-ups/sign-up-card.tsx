import { AdminDialog } from "#app/admin/admin-form";
import { approveSignUpAction, rejectSignUpAction } from "#app/admin/resellers/actions.ts";
import { buildDecisionItems } from "#app/admin/resellers/upgrades/upgrade-card";
import { Banner } from "#app/ui/banner";
import { Card } from "#app/ui/card";
import { DescriptionList } from "#app/ui/description-list";
import { Input } from "#app/ui/form/input";
import { Select } from "#app/ui/form/select";
import { LEVEL_LABELS } from "#app/ui/labels.ts";
import { PageLink } from "#app/ui/page/page-link";
import { Time } from "#app/ui/time";
import type { SignUpRow } from "#lib/account/sign-up/sign-up-list";

export function SignUpCard({ request }: { request: SignUpRow }) {
  const { name, email, phone, about, address, requestedAt, referrer, agentOf, taken, state } = request;
  return (
    <Card title={name}>
      <DescriptionList
        facts={[
          { label: "Email", value: email },
          { label: "Phone number", value: phone },
          { label: "Requested", value: <Time at={requestedAt} /> },
          referrer && { label: "Referred by", value: referrer },
          agentOf && {
            label: "Agent of",
            value: (
              <PageLink href={`/admin/resellers/${agentOf.id}`} className="underline underline-offset-4">
                {agentOf.name}
              </PageLink>
            ),
          },
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
      {agentOf && state === "pending" && <AgentBanner agentOf={agentOf} />}
      {state === "pending" && <SignUpDecisionForms request={request} />}
    </Card>
  );
}

const PROBLEM_TEXTS = {
  off: "They can’t have agents now: approved, the account buys at its own level’s price.",
  full: "They have the maximum of agents: approved, the account buys at its own level’s price.",
};

/** Facts that an admin weighs before an applicant becomes an agent. */
function AgentBanner({
  agentOf: { name, samePhone, problem },
}: {
  agentOf: NonNullable<SignUpRow["agentOf"]>;
}) {
  if (!samePhone && !problem) return null;
  return (
    <Banner className="mt-3" kind="warn" title={samePhone ? `Same phone number as ${name}` : undefined}>
      {problem ? PROBLEM_TEXTS[problem] : "Approve it if they are two different people."}
    </Banner>
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
