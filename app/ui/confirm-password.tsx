import { PasswordField } from "./password-field.tsx";

interface Props {
  /** Parts the fields of several forms on one page. */
  id: string;
  /** What the verb says when it wants the password; nothing is asked before that. */
  error: string | undefined;
}

/** Asks for the password in place, in a form whose action `confirms`; what else was typed there stays. */
export function ConfirmPassword({ id, error }: Props) {
  if (!error) return null;
  return (
    <PasswordField
      id={`confirm-${id}`}
      label="Your password"
      name="confirmPassword"
      autoComplete="current-password"
      required
      error={error}
    />
  );
}
