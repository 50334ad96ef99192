"use client";

import { createContext, type ReactNode, use, useActionState } from "react";
import type { ActionState } from "#lib/web/action";
import { type Shown, shown } from "#lib/web/form-state";
import { FormMessage } from "../form-message.tsx";
import { ShownOnce } from "../shown-once.tsx";

type Act<R> = (before: ActionState<R>, form: FormData) => Promise<ActionState<R>>;
type Renewed = { name: string; token: string };
type Sent = readonly [ActionState, (form: FormData) => void, ...unknown[]];

interface Props {
  renew: Act<Renewed>;
  revoke: Act<string>;
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

/** How one token's form is sent, and what is wrong with it if it came back. */
export function useTokenAct(kind: "renew" | "revoke", id: number): { send: Sent[1]; told: Shown } {
  const acts = use(Acts);
  if (!acts) throw new Error("A token's forms stand in a TokenDesk.");
  const [state, send] = acts[kind];
  const told = shown(state);
  return { send, told: told.typed("id") === String(id) ? told : shown(null) };
}
