"use client";

import { type ComponentProps, createContext, type ReactNode, useContext } from "react";
import type { OperatorContact } from "#lib/account/operator-contact";
import { SupportLinks } from "./support-links.tsx";

const SupportContactContext = createContext<OperatorContact | null>(null);

export function SupportContactProvider({
  contact,
  children,
}: {
  contact: OperatorContact;
  children: ReactNode;
}) {
  return <SupportContactContext value={contact}>{children}</SupportContactContext>;
}

/** The same within a `SupportContactProvider`; `otherwise` is shown outside of one too. */
export function ContactSupport(props: Omit<ComponentProps<typeof SupportLinks>, "contact">) {
  const contact = useContext(SupportContactContext);
  return contact ? <SupportLinks contact={contact} {...props} /> : props.otherwise;
}
