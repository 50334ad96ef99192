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

type Props = Omit<ComponentProps<typeof SupportLinks>, "contact"> & {
  /** Shown where no channel is set, and outside a `SupportContactProvider`. */
  otherwise?: ReactNode;
};

export function ContactSupport({ otherwise, ...rest }: Props) {
  const contact = useContext(SupportContactContext);
  const isSilent =
    otherwise !== undefined && contact && !contact.phone && !contact.whatsapp && !contact.email;
  return contact && !isSilent ? <SupportLinks contact={contact} {...rest} /> : (otherwise ?? null);
}
