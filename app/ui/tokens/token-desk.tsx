"use client";

import { createContext, type ReactNode, use, useActionState } from "react";
import type { ActionState } from "#lib/web/action";
import type { FormAction } from "../form.tsx";
import { FormMessage } from "../form-message.tsx";
import { ShownOnce } from "../shown-once.tsx";

type Renewed = { name: string; token: string };
type Sent = readonly [ActionState, (form: FormData) => void, ...unknown[]];

interface Props {
  renew: FormAction<Renewed>;
  revoke: FormAction<string>;
  /** The list, whose forms are sent from here. */
  children: ReactNode;
}

const Acts = createContext<{ renew: Sent; revoke: Sent } | null>(null);

/**
 * Renews and revokes the tokens of the list within, and says above it what came of that: the row of a token that ended
 * goes away, and a new secret must not go with it.
 */
export function TokenDesk({ renew, revoke, children }: Props) {
  const renewing = useActionState(renew, null);
  const revoking = useActionState(revoke, null);
  const [[renewed], [revoked]] = [renewing, revoking];
  return (
    <Acts value={{ renew: renewing, revoke: revoking }}>
      <div className="relative flex flex-col gap-3">
        <FormMessage done={revoked?.ok ? revoked.result : undefined} />
        {renewed?.ok && (
          <ShownOnce
            title={`The new token “${renewed.result.name}” is ready`}
            secret={renewed.result.token}
            what="token"
          />
        )}
        {children}
      </div>
    </Acts>
  );
}

/** How one token's form is sent, and what came of it if it came back. */
export function useTokenAct(kind: "renew" | "revoke", id: number): { state: ActionState; action: Sent[1] } {
  const acts = use(Acts);
  if (!acts) throw new Error("A token's forms stand in a TokenDesk.");
  const [state, action] = acts[kind];
  const refused = state !== null && !state.ok && state.values.id === String(id);
  return { state: refused ? state : null, action };
}
