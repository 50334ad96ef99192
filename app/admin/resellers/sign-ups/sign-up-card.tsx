import type { SignUp } from "#lib/account/sign-up/list";
import { Card } from "../../../ui/card.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { type Fact, Facts } from "../../../ui/facts.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Select } from "../../../ui/select.tsx";
import { Time } from "../../../ui/time.tsx";
import { LEVEL_OPTIONS } from "../../../ui/words.ts";
import { DeskForm } from "../../desk-form.tsx";
import { approve, refuse } from "./actions.ts";

/** Someone who asked for an account: who they are, and the two ways to answer. */
export function SignUpCard({ asked }: { asked: SignUp }) {
  const { name, email, phone, about, address, askedAt, taken, state } = asked;
  return (
    <Card title={name}>
      <Facts
        facts={[
          { label: "E-mail", value: email },
          { label: "Phone", value: phone },
          { label: "Asked", value: <Time at={askedAt} /> },
          ...(address ? [{ label: "From", value: address }] : []),
          ...decided(asked),
        ]}
      />
      {about && <p className="mt-3 whitespace-pre-line text-muted">{about}</p>}
      {taken && state === "pending" && (
        <div className="mt-3">
          <Notice kind="warn">This e-mail has an account already: it can only be refused.</Notice>
        </div>
      )}
      {state === "pending" && <Answers asked={asked} />}
    </Card>
  );
}

function decided({ state, decidedAt, decidedBy, reason }: SignUp): Fact[] {
  if (!decidedAt) return [];
  return [
    {
      label: state === "approved" ? "Approved" : "Refused",
      value: (
        <>
          {decidedBy}, <Time at={decidedAt} />
        </>
      ),
    },
    ...(reason ? [{ label: "Why", value: reason }] : []),
  ];
}

function Answers({ asked: { id, name, taken } }: { asked: SignUp }) {
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {!taken && (
        <ConfirmDialog
          needs="resellers"
          trigger="Approve"
          look={{ variant: "primary" }}
          title={`Approve ${name}?`}
        >
          <p>Their account opens with an empty wallet, and they choose their password.</p>
          <DeskForm
            needs="resellers"
            id={`approve-${id}`}
            action={approve}
            hidden={{ id }}
            submit="Approve"
            look={{ variant: "primary", wide: true }}
          >
            <Select label="Level" name="level" options={LEVEL_OPTIONS} defaultValue="smart_earner" />
          </DeskForm>
        </ConfirmDialog>
      )}
      <ConfirmDialog needs="resellers" trigger="Refuse" title={`Refuse ${name}?`}>
        <DeskForm
          needs="resellers"
          id={`refuse-${id}`}
          action={refuse}
          hidden={{ id }}
          whyHint="They read this at the address they were given."
          submit="Refuse"
          look={{ variant: "danger", wide: true }}
        />
      </ConfirmDialog>
    </div>
  );
}
