"use client";

import { type ComponentProps, createContext, type ReactNode, useContext } from "react";
import type { OperatorContact } from "#lib/account/contact";
import { Ask } from "./ask.tsx";

const Contact = createContext<OperatorContact | null>(null);

/** Lets everything inside say whom to ask. */
export function WithContact({ contact, children }: { contact: OperatorContact; children: ReactNode }) {
  return <Contact value={contact}>{children}</Contact>;
}

type Props = Omit<ComponentProps<typeof Ask>, "contact"> & {
  /** Instead, where nobody said whom to ask: outside of `WithContact`. */
  otherwise?: ReactNode;
};

/** Whom to ask, as the page around knows it. */
export function AskUs({ otherwise = null, ...rest }: Props) {
  const contact = useContext(Contact);
  return contact ? <Ask contact={contact} {...rest} /> : otherwise;
}
