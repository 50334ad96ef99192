"use server";

import { randomUUID } from "node:crypto";
import { pluralise } from "#lib/core/text/pluralise";
import { createResellerAction } from "#lib/request/page-action";
import { AddEndpointInput, addEndpoint, removeEndpoint } from "#lib/webhook/endpoints";
import { countResend, startResend, stopResend } from "#lib/webhook/resend-span";
import { endSecret, RotateSecretInput, rotateSecret } from "#lib/webhook/rotate-secret";
import { resendEvent, sendTestEvent } from "#lib/webhook/send-manually";

export const addEndpointAction = createResellerAction(
  addEndpoint,
  ({ secret }) => ({ title: "Webhook added. Use this secret to verify its events", secret }),
  { form: AddEndpointInput },
);

export const removeEndpointAction = createResellerAction(
  removeEndpoint,
  "Webhook removed. It gets no more events.",
);

export const testEndpointAction = createResellerAction(
  sendTestEvent,
  "Test event sent. See the result below.",
);

export const rotateSecretAction = createResellerAction(
  rotateSecret,
  ({ secret }) => ({ title: "New secret. Use it to verify this webhook’s events", secret }),
  { form: RotateSecretInput },
);

export const endSecretAction = createResellerAction(endSecret, "Old secret ended.");

export const countResendAction = createResellerAction(countResend, (count, { from, to, type, which }) => ({
  count,
  label:
    count === 0
      ? "There are no such events in this time."
      : `${pluralise(count, "event", "events")} in this time.`,
  button: `Send ${pluralise(count, "event", "events")} again`,
  /** The same key for every click on the button, so that two clicks are one request. */
  span: { from: String(from), to: String(to), type: String(type ?? ""), which, key: randomUUID() },
}));

export const startResendAction = createResellerAction(startResend, (count, { key }) => ({
  message: `Sending ${pluralise(count, "event", "events")} again. See the deliveries below.`,
  key,
}));

export const stopResendAction = createResellerAction(
  stopResend,
  "Stopped. Events in the queue are still sent.",
);

export const resendDeliveryAction = createResellerAction(resendEvent, "Event sent again.");
