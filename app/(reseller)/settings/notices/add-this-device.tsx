"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { Button } from "../../../ui/button.tsx";
import { FormMessage } from "../../../ui/form-message.tsx";
import { addThis } from "./actions.ts";

/** Asks the browser whether it may show notices, and adds it. */
export function AddThisDevice({ publicKey }: { publicKey: string }) {
  const router = useRouter();
  const [answer, setAnswer] = useState<{ error?: string; done?: string }>({});
  const [pending, start] = useTransition();
  const add = () =>
    start(async () => {
      setAnswer(await addBrowser(publicKey));
      router.refresh();
    });
  return (
    <>
      <FormMessage {...answer} />
      <div>
        <Button variant="secondary" onClick={add} aria-disabled={pending || undefined}>
          Show notices on this device
        </Button>
      </div>
    </>
  );
}

async function addBrowser(publicKey: string): Promise<{ error?: string; done?: string }> {
  if (!("serviceWorker" in navigator) || !("PushManager" in window))
    return { error: "This browser cannot do that. On an iPhone, put the portal on the home screen first." };
  if ((await Notification.requestPermission()) !== "granted")
    return { error: "Your browser does not allow it. Allow notifications for this page in its settings." };
  try {
    await navigator.serviceWorker.register("/worker.js", { updateViaCache: "none" });
    const { pushManager } = await navigator.serviceWorker.ready;
    const before = await pushManager.getSubscription();
    // One that was made for other keys cannot be reached any more.
    await before?.unsubscribe();
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
    const { endpoint, keys } = made.toJSON();
    const form = new FormData();
    form.set("endpoint", endpoint ?? "");
    form.set("publicKey", keys?.p256dh ?? "");
    form.set("authSecret", keys?.auth ?? "");
    const answer = await addThis(null, form);
    if (answer?.ok) return { done: "This device shows your notices now." };
    return { error: answer?.message ?? "That did not work. Try again." };
  } catch {
    return { error: "The browser’s maker could not be reached. Try again." };
  }
}
