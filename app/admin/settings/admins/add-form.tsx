"use client";

import { useActionState } from "react";
import { Form, FormAnswer } from "../../../ui/form.tsx";
import { InviteFields } from "../../invite-fields.tsx";
import { MadeLinkNotice } from "../../made-link.tsx";
import { add } from "./actions.ts";

/** Who runs the portal from now on; answered with the link to send them. */
export function AddForm() {
  const [state, send] = useActionState(add, null);
  return (
    <Form state={state} action={send}>
      <FormAnswer done={state?.ok ? `${state.result.name} is added.` : undefined} />
      {state?.ok && <MadeLinkNotice link={state.result.link} />}
      <InviteFields whyHint="For the record: who they are, who asked for them." />
    </Form>
  );
}
