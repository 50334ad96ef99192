import type { ReactNode } from "react";
import { Input } from "../ui/input.tsx";
import { ConfirmPassword } from "../ui/password-field.tsx";
import { SubmitButton } from "../ui/submit-button.tsx";

/** Who gets an account and why, in a form that is answered with the link to send them. */
export function InviteFields({ whyHint, children }: { whyHint: string; children?: ReactNode }) {
  return (
    <>
      <Input label="Name" name="name" autoComplete="off" required maxLength={100} />
      <Input label="E-mail" name="email" type="email" autoComplete="off" required />
      {children}
      <Input label="Why" name="reason" autoComplete="off" required maxLength={500} hint={whyHint} />
      <ConfirmPassword />
      <div>
        <SubmitButton>Add and make the link</SubmitButton>
      </div>
    </>
  );
}
