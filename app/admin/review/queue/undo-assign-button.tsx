"use client";

import { useResultText } from "#app/ui/form/form";
import { SubmitButton } from "#app/ui/form/submit-button";
import { KeyHint } from "#app/ui/key-hint";

/** After an assignment: gives the item back to the admin who had it, or to none. */
export function UndoAssignButton() {
  const previous = useResultText("previous");
  if (previous === undefined) return null;
  return (
    <SubmitButton name="to" value={previous} variant="quiet" size="sm" aria-keyshortcuts="u">
      Undo
      <KeyHint>U</KeyHint>
    </SubmitButton>
  );
}
