import type { ReactNode } from "react";
import { env } from "#lib/core/env";
import { requireAdminPage } from "#lib/web/actor";
import { AdminShell } from "../ui/shell/admin-shell.tsx";
import { PLACES } from "./places.ts";

/** The admin's desk, inside its navigation. Each page asks again who reads it. */
export default async function AdminLayout({ children }: { children: ReactNode }) {
  const { session } = await requireAdminPage();
  const person = { name: session.name, email: session.actor.email };
  return (
    <AdminShell name={env().PORTAL_NAME} places={PLACES} person={person}>
      {children}
    </AdminShell>
  );
}
