"use client";

import { createContext, type ReactNode, useContext } from "react";
import { PERMISSIONS, type Permission } from "#lib/core/permission";

const PermissionsContext = createContext<readonly Permission[] | null>(null);

interface Props {
  permissions: readonly Permission[];
  children: ReactNode;
}

/** Gives components inside the role's permissions. This only hides: service functions check permissions. */
export function PermissionsProvider({ permissions, children }: Props) {
  return <PermissionsContext value={permissions}>{children}</PermissionsContext>;
}

/** Whether the reader's role includes it. Resellers' own pages know no roles. */
export function useHasPermission(permission: Permission): boolean {
  const held = useContext(PermissionsContext);
  return held === null || held.includes(permission);
}

export function PermissionGate({ do: permission, children }: { do: Permission; children: ReactNode }) {
  return useHasPermission(permission) ? children : null;
}

/** A form that changes what others may only see, who read so in its place. */
export function EditPermissionGate({ needs, children }: { needs: Permission; children: ReactNode }) {
  return useHasPermission(needs) ? children : <ReadOnlyNote needs={needs} />;
}

function ReadOnlyNote({ needs }: { needs: Permission }) {
  return (
    <p className="text-muted text-sm">
      You can view this but not change it. Ask an owner for the permission “{PERMISSIONS[needs].toLowerCase()}
      ”.
    </p>
  );
}
