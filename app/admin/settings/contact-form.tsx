import type { OperatorContact } from "#lib/account/contact";
import { Input } from "../../ui/input.tsx";
import { DeskForm } from "../desk-form.tsx";
import { saveContact } from "./actions.ts";

/** Whom every page names when its reader has to ask somebody. */
export function ContactForm({
  contact: { name, phone, whatsapp, email, version },
}: {
  contact: OperatorContact;
}) {
  return (
    <div className="grid max-w-md gap-4">
      <p className="text-muted">
        Where a page tells somebody to ask, it names you. Everyone can read it, also before they sign in.
      </p>
      <DeskForm id="contact" action={saveContact} hidden={{ version }} submit="Save">
        <Input
          label="Whom to ask"
          name="name"
          maxLength={60}
          autoComplete="off"
          optional
          hint="A person or a desk."
          defaultValue={name}
        />
        <Input
          label="WhatsApp"
          name="whatsapp"
          maxLength={40}
          autoComplete="off"
          optional
          defaultValue={whatsapp?.text}
        />
        <Input
          label="Phone"
          name="phone"
          maxLength={40}
          autoComplete="off"
          optional
          defaultValue={phone?.text}
        />
        <Input
          label="E-mail"
          name="email"
          maxLength={254}
          autoComplete="off"
          optional
          defaultValue={email ?? ""}
        />
      </DeskForm>
    </div>
  );
}
