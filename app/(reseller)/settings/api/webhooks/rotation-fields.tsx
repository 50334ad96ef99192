"use client";

import { useResultText } from "#app/ui/form/form";
import { ConfirmPassword } from "#app/ui/form/password-field";
import { Select } from "#app/ui/form/select";
import { SubmitButton } from "#app/ui/form/submit-button";
import { NewSecretResult } from "#app/ui/new-secret-banner";

const OVERLAP_OPTIONS = [
  { value: "24", label: "One more day" },
  { value: "1", label: "One more hour" },
  { value: "72", label: "3 more days" },
  { value: "168", label: "7 more days" },
  { value: "0", label: "No longer, end it now" },
];

/** The fields of a rotation, then its new secret in their place. */
export function RotationFields({ url }: { url: string }) {
  if (useResultText("secret")) return <NewSecretResult what="secret" />;
  return (
    <>
      <p className="break-words text-muted">
        A new secret signs the events to {url}. Until the old one ends, each event carries both signatures, so
        you can change your server without losing an event.
      </p>
      <Select label="Old secret works for" name="overlapHours" options={OVERLAP_OPTIONS} />
      <ConfirmPassword />
      <SubmitButton wide>Rotate secret</SubmitButton>
    </>
  );
}
