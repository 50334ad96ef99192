"use client";

import { useActionState } from "react";
import { shown } from "#lib/web/form-state";
import { FormMessage } from "../../../ui/form-message.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { sendAgain } from "./actions.ts";

export function SendAgainButton({ messageId }: { messageId: string }) {
  const [state, send] = useActionState(sendAgain, null);
  return (
    <form action={send} className="flex flex-col gap-2">
      <input type="hidden" name="messageId" value={messageId} />
      <div>
        <SubmitButton variant="secondary" size="sm">
          Send again
        </SubmitButton>
      </div>
      <FormMessage error={shown(state).message} done={state?.ok ? state.result : undefined} />
    </form>
  );
}
