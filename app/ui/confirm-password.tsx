"use client";

import { useField } from "./form.tsx";
import { PasswordField } from "./password-field.tsx";

/** Asks for the password in place once the verb wants it, in a form whose action `confirms`; what else was typed stays. */
export function ConfirmPassword() {
  const { error } = useField("confirmPassword");
  if (!error) return null;
  return (
    <PasswordField label="Your password" name="confirmPassword" autoComplete="current-password" required />
  );
}
