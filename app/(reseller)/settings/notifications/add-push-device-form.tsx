"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { addPushDeviceAction } from "#app/(reseller)/notifications/actions.ts";
import { Button } from "#app/ui/button";
import { FormMessage } from "#app/ui/form/form-message";

export function AddPushDeviceForm({ publicKey }: { publicKey: string }) {
  const router = useRouter();
  const [answer, setAnswer] = useState<{ error?: string; done?: string }>({});
  const [pending, start] = useTransition();
  const add = () =>
    start(async () => {
      setAnswer(await subscribeBrowser(publicKey));
      router.refresh();
    });
  return (
    <>
      <FormMessage {...answer} />
      <div>
        <Button variant="secondary" onClick={add} aria-disabled={pending || undefined}>
          Turn on notifications
        </Button>
      </div>
    </>
  );
}

async function subscribeBrowser(publicKey: string): Promise<{ error?: string; done?: string }> {
  if (!("serviceWorker" in navigator) || !("PushManager" in window))
    return {
      error: "This browser can’t show notifications. On an iPhone, add the portal to your home screen first.",
    };
  if ((await Notification.requestPermission()) !== "granted")
    return { error: "Notifications are blocked. Allow them for this site in your browser settings." };
  try {
    await navigator.serviceWorker.register("/worker.js", { updateViaCache: "none" });
    const { pushManager } = await navigator.serviceWorker.ready;
    const before = await pushManager.getSubscription();
    // A subscription made with other keys no longer works.
    await before?.unsubscribe();
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
    const { endpoint, keys } = made.toJSON();
    const form = new FormData();
    form.set("endpoint", endpoint ?? "");
    form.set("publicKey", keys?.p256dh ?? "");
    form.set("authSecret", keys?.auth ?? "");
    const answer = await addPushDeviceAction(null, form);
    if (answer?.ok) return { done: "Notifications are on for this device." };
    return { error: answer?.message ?? "Notifications weren’t turned on. Try again." };
  } catch {
    return { error: "We couldn’t reach your browser’s notification service. Try again." };
  }
}
