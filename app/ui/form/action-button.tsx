import type { ComponentProps } from "react";
import { ActionForm, type FormAction, FormStatus } from "./form.tsx";
import { SubmitButton } from "./submit-button.tsx";

type Props<R> = Omit<ComponentProps<typeof SubmitButton>, "hidden"> & {
  action: FormAction<R>;
  hidden?: Readonly<Record<string, string | number>>;
};

/** A form that is only a button, below the result of its action. `id` is the form's. */
export function ActionButton<R>({ action, id, hidden, ...button }: Props<R>) {
  return (
    <ActionForm action={action} id={id} hidden={hidden}>
      <FormStatus />
      <SubmitButton {...button} />
    </ActionForm>
  );
}
