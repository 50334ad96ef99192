import type { ComponentProps, ReactNode } from "react";
import type { ButtonLook, ButtonVariant } from "#app/ui/button-class.ts";
import { ChangedOnly } from "#app/ui/form/changed-only";
import { ConfirmDialog } from "#app/ui/form/confirm-dialog";
import { ActionForm, type FormAction, SubmitRow } from "#app/ui/form/form";
import { Input } from "#app/ui/form/input";
import { ConfirmPassword } from "#app/ui/form/password-field";
import { SubmitButton } from "#app/ui/form/submit-button";
import { KeyHint } from "#app/ui/key-hint";
import { EditPermissionGate } from "#app/ui/page/permission-gate";
import type { Permission } from "#lib/core/permission";
import type { BegunValues } from "#lib/request/begun-form";

interface Props<R> {
  /** The permission to use the form; others see a read-only note. */
  needs: Permission;
  /** Keeps the ids of its fields distinct from those of other forms on the page. */
  id: string;
  action: FormAction<R>;
  /** The subject of the form, and the version that it was rendered from. */
  hidden?: Readonly<Record<string, string | number>>;
  /** The label of the reason field; `null` for an action that needs no reason. */
  reasonLabel?: string | null;
  reasonHint?: string | undefined;
  reasonDefault?: string;
  submit: string;
  /** The key that moves the focus to the button, where the page has `PageShortcuts`; it sends nothing. */
  shortcut?: string;
  look?: ButtonLook;
  /** Shows the result where it is more than a sentence. */
  answer?: ReactNode;
  /** The values of its fields as shown: then the reason and the button appear once one was changed. */
  begun?: BegunValues;
  children?: ReactNode;
}

/** In a dialog the result takes the place of the fields: an empty form would invite a second tap. */
const FIELDS_CLASS = "contents in-[dialog_form[data-saved]]:hidden";

/** A form for a change that an admin makes: its fields, the reason, and the result. */
export function AdminForm<R>({
  needs,
  id,
  action,
  hidden,
  reasonLabel = "Reason",
  reasonHint,
  reasonDefault,
  submit,
  shortcut,
  look,
  answer,
  begun,
  children,
}: Props<R>) {
  const end = (
    <>
      <div className={FIELDS_CLASS}>
        {reasonLabel !== null && (
          <Input
            label={reasonLabel}
            name="reason"
            maxLength={500}
            autoComplete="off"
            hint={reasonHint}
            defaultValue={reasonDefault}
          />
        )}
        <ConfirmPassword />
      </div>
      <SubmitRow>
        <div className={FIELDS_CLASS}>
          <SubmitButton
            variant="secondary"
            {...look}
            {...(shortcut && { "aria-keyshortcuts": shortcut, "data-focus-only": "" })}
          >
            {submit}
            {shortcut && <KeyHint>{shortcut.toUpperCase()}</KeyHint>}
          </SubmitButton>
        </div>
      </SubmitRow>
    </>
  );
  return (
    <EditPermissionGate needs={needs}>
      <ActionForm id={id} action={action} {...(hidden && { hidden })}>
        {children && <div className={FIELDS_CLASS}>{children}</div>}
        {begun ? <ChangedOnly begun={begun}>{end}</ChangedOnly> : end}
        {answer}
      </ActionForm>
    </EditPermissionGate>
  );
}

interface DialogProps<R>
  extends Omit<Props<R>, "look">,
    Pick<ComponentProps<typeof ConfirmDialog>, "trigger" | "look" | "title" | "cancel"> {
  about?: string | false | undefined;
  /** The look of a submit button over the whole width. */
  submitLook?: ButtonVariant;
}

/** A button whose dialog holds the form, which also opens at the address `#` and its id. */
export function AdminDialog<R>({ trigger, look, title, cancel, about, submitLook, ...form }: DialogProps<R>) {
  return (
    <ConfirmDialog {...{ trigger, look, title, cancel }} needs={form.needs} anchor={form.id}>
      {about && <p>{about}</p>}
      <AdminForm {...form} {...(submitLook && { look: { variant: submitLook, wide: true } })} />
    </ConfirmDialog>
  );
}
