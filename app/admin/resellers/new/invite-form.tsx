"use client";

import { useActionState } from "react";
import { LEVELS } from "#lib/core/context";
import { shown } from "#lib/web/form-state";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { FormMessage } from "../../../ui/form-message.tsx";
import { Input } from "../../../ui/input.tsx";
import { LEVEL_WORDS } from "../../../ui/level-words.ts";
import { Select } from "../../../ui/select.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { useFirstError } from "../../../ui/use-first-error.ts";
import { MadeLinkNotice } from "../../made-link.tsx";
import { invite } from "../link-actions.ts";

/** Who sells from now on; answered with the link to send them. */
export function InviteForm() {
  const [state, send] = useActionState(invite, null);
  const { message, error, typed } = shown(state);
  const form = useFirstError(state);
  if (state?.ok) {
    return (
      <div className="grid gap-4">
        <MadeLinkNotice link={state.result} />
        <div>
          <ButtonLink variant="secondary" href={`/admin/resellers/${state.result.resellerId}`}>
            Open the reseller
          </ButtonLink>
        </div>
      </div>
    );
  }
  return (
    <form ref={form} action={send} className="grid gap-4" noValidate>
      <FormMessage error={message} />
      <Input
        label="Name"
        name="name"
        autoComplete="off"
        required
        maxLength={100}
        defaultValue={typed("name")}
        error={error("name")}
      />
      <Input
        label="E-mail"
        name="email"
        type="email"
        autoComplete="off"
        required
        defaultValue={typed("email")}
        error={error("email")}
      />
      <Select
        label="Level"
        name="level"
        defaultValue={typed("level") ?? "smart_earner"}
        options={LEVELS.map((value) => ({ value, label: LEVEL_WORDS[value] }))}
        error={error("level")}
      />
      <Input
        label="Why"
        name="reason"
        autoComplete="off"
        required
        maxLength={500}
        hint="For the record: who asked, who vouches."
        defaultValue={typed("reason")}
        error={error("reason")}
      />
      <div>
        <SubmitButton>Add and make the link</SubmitButton>
      </div>
    </form>
  );
}
