"use client";

import { createContext, type ReactNode, useContext } from "react";
import { PERMISSIONS, type Permission } from "#lib/core/permission";

const Held = createContext<readonly Permission[] | null>(null);

/** Tells what is inside what its reader's role includes. It only hides: verbs ask by themselves. */
export function Permissions({
  permissions,
  children,
}: {
  permissions: readonly Permission[];
  children: ReactNode;
}) {
  return <Held value={permissions}>{children}</Held>;
}

/** Whether the reader's role includes it. Resellers' own pages know no roles. */
export function useMay(permission: Permission): boolean {
  const held = useContext(Held);
  return held === null || held.includes(permission);
}

/** Shown to those whose role includes it. */
export function May({ do: permission, children }: { do: Permission; children: ReactNode }) {
  return useMay(permission) ? children : null;
}

/** A form that changes what others may only see, who read so in its place. */
export function MayChange({ needs, children }: { needs: Permission; children: ReactNode }) {
  return useMay(needs) ? children : <OnlySeen needs={needs} />;
}

/** In the place of a form that changes what its reader may only see. */
function OnlySeen({ needs }: { needs: Permission }) {
  return (
    <p className="text-muted text-sm">
      You may see this, but not change it. Ask an owner for “{PERMISSIONS[needs].toLowerCase()}”.
    </p>
  );
}
