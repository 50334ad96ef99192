import type { OperatorContact } from "#lib/account/contact";
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
      <DeskForm
        id="contact"
        action={saveContact}
        hidden={{ version }}
        fields={[
          {
            name: "name",
            label: "Whom to ask",
            value: name,
            maxLength: 60,
            optional: true,
            hint: "A person or a desk.",
          },
          { name: "whatsapp", label: "WhatsApp", value: whatsapp?.text ?? "", maxLength: 40, optional: true },
          { name: "phone", label: "Phone", value: phone?.text ?? "", maxLength: 40, optional: true },
          { name: "email", label: "E-mail", value: email ?? "", maxLength: 254, optional: true },
        ]}
        submit="Save"
      />
    </div>
  );
}
