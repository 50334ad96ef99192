"use client";

import { useEffect, useState } from "react";

interface ContactsManager {
  select(properties: string[]): Promise<{ tel?: string[] }[]>;
}

/** Opens the phone's own contacts where the browser can. @returns undefined where it can't. */
export function useContactPicker(onPick: (phone: string) => void): (() => void) | undefined {
  const [contacts, setContacts] = useState<ContactsManager>();
  useEffect(() => setContacts((navigator as { contacts?: ContactsManager }).contacts), []);
  if (!contacts?.select) return undefined;
  return () => {
    contacts
      .select(["tel"])
      .then(([contact]) => contact?.tel?.[0] && onPick(contact.tel[0]))
      // Closed without a choice.
      .catch(() => {});
  };
}
