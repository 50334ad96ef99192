"use client";

import { useState, useTransition } from "react";
import { Button } from "#app/ui/button";
import { FormMessage } from "#app/ui/form/form-message";
import { KeyRound } from "#app/ui/icon/icons.ts";
import { usePasskeysSupported } from "#app/ui/passkeys-supported.ts";
import { beginPasskeySignInAction, signInByPasskeyAction } from "./actions.ts";

/** Signs in with a passkey. Loads its library when tapped. */
export function PasskeyButton({ next }: { next: string }) {
  const [pending, start] = useTransition();
  const [trouble, setTrouble] = useState<string>();
  const supported = usePasskeysSupported();
  const signIn = () =>
    start(async () => {
      setTrouble(undefined);
      const challenge = await beginPasskeySignInAction(null, new FormData());
      if (!challenge?.ok) return setTrouble(challenge?.message);
      const { startAuthentication } = await import("@simplewebauthn/browser");
      const response = await startAuthentication({ optionsJSON: challenge.result }).catch(() => undefined);
      if (!response) return setTrouble("No passkey used. Try again, or sign in with email and password.");
      const form = new FormData();
      form.set("response", JSON.stringify(response));
      form.set("next", next);
      const result = await signInByPasskeyAction(null, form);
      if (result && !result.ok) setTrouble(result.message);
    });
  if (!supported)
    return (
      <p className="mt-3 text-muted text-sm">
        This browser has no passkeys. To use one, open this page in Chrome or Safari.
      </p>
    );
  return (
    <div className="mt-3 grid gap-3 noscript:hidden">
      <Button variant="secondary" size="lg" wide onClick={signIn} aria-disabled={pending || undefined}>
        <KeyRound />
        Use a passkey
      </Button>
      <FormMessage error={trouble} />
    </div>
  );
}
