import type { ReactNode } from "react";
import type { Permission } from "#lib/core/permission";
import type { ButtonLook } from "../ui/button-class.ts";
import { ActionForm, type FormAction, FormAnswer } from "../ui/form.tsx";
import { Input } from "../ui/input.tsx";
import { MayChange } from "../ui/may.tsx";
import { ConfirmPassword } from "../ui/password-field.tsx";
import { SubmitButton } from "../ui/submit-button.tsx";

interface Props<R> {
  /** What the reader's role has to include; others read that they may only see this. */
  needs: Permission;
  /** Keeps the ids of its fields apart from those of other forms on the page. */
  id: string;
  action: FormAction<R>;
  /** What the form is about, and the version that it was made from. */
  hidden?: Readonly<Record<string, string | number>>;
  /** The label of the reason field; `null` for an action that needs no reason. */
  why?: string | null;
  whyHint?: string | undefined;
  submit: string;
  look?: ButtonLook;
  /** Shows what it was answered with, where that is more than a sentence. */
  answer?: ReactNode;
  /** Its fields before the reason. */
  children?: ReactNode;
}

/** A form for a change that an admin makes: its fields, the reason, and the result. */
export function DeskForm<R>({
  needs,
  id,
  action,
  hidden,
  why = "Why",
  whyHint,
  submit,
  look,
  answer,
  children,
}: Props<R>) {
  return (
    <MayChange needs={needs}>
      <ActionForm id={id} action={action} {...(hidden && { hidden })}>
        <FormAnswer />
        {answer}
        {children}
        {why !== null && (
          <Input label={why} name="reason" maxLength={500} autoComplete="off" hint={whyHint} />
        )}
        <ConfirmPassword />
        <div>
          <SubmitButton variant="secondary" {...look}>
            {submit}
          </SubmitButton>
        </div>
      </ActionForm>
    </MayChange>
  );
}
