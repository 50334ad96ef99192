"use client";

import { KeyRound } from "lucide-react";
import { useState, useTransition } from "react";
import { Button } from "../ui/button.tsx";
import { FormMessage } from "../ui/form-message.tsx";
import { PlainIcon } from "../ui/plain-icon.tsx";
import { askPasskey, givePasskey } from "./actions.ts";

/** Signs in by a key on the device, without a password. The library for it is fetched when it is tapped. */
export function PasskeyButton({ next }: { next: string }) {
  const [pending, start] = useTransition();
  const [trouble, setTrouble] = useState<string>();
  const signIn = () =>
    start(async () => {
      setTrouble(undefined);
      const asked = await askPasskey(null, new FormData());
      if (!asked?.ok) return setTrouble(asked?.message);
      const { startAuthentication } = await import("@simplewebauthn/browser");
      const response = await startAuthentication({ optionsJSON: asked.result }).catch(() => undefined);
      if (!response) return setTrouble("No passkey was given. Try again, or use your e-mail and password.");
      const form = new FormData();
      form.set("response", JSON.stringify(response));
      form.set("next", next);
      const given = await givePasskey(null, form);
      if (given && !given.ok) setTrouble(given.message);
    });
  return (
    <div className="mt-3 grid gap-3 noscript:hidden">
      <Button variant="secondary" size="lg" wide onClick={signIn} aria-disabled={pending || undefined}>
        <PlainIcon icon={KeyRound} />
        Use a passkey
      </Button>
      <FormMessage error={trouble} />
    </div>
  );
}
