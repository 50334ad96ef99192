import type { ReactNode } from "react";
import { env } from "#lib/core/env";
import { requireResellerPage } from "#lib/web/actor";
import { signOut } from "../sign-in/actions.ts";
import { ResellerShell } from "../ui/shell/reseller-shell.tsx";
import { PLACES } from "./places.ts";

/** A reseller's pages, inside their navigation. Each page asks again who reads it. */
export default async function ResellerLayout({ children }: { children: ReactNode }) {
  const { session } = await requireResellerPage();
  const person = { name: session.name, email: session.actor.email, signOut };
  return (
    <ResellerShell name={env().PORTAL_NAME} places={PLACES} person={person}>
      {children}
    </ResellerShell>
  );
}
