"use client";

import { type ReactNode, useActionState } from "react";
import { shown } from "#lib/web/form-state";
import { Card } from "../../ui/card.tsx";
import { FormMessage } from "../../ui/form-message.tsx";
import { List, Row } from "../../ui/row.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { endSessions } from "./actions.ts";

export interface Device {
  id: number;
  name: string;
  /** Where from and when, rendered on the server. */
  note: ReactNode;
  current: boolean;
}

/** The devices that are signed in, with a way to sign each of them out. */
export function Sessions({ devices }: { devices: readonly Device[] }) {
  const [state, send] = useActionState(endSessions, null);
  const others = devices.filter((device) => !device.current).length;
  return (
    <form action={send}>
      <Card title="Where you are signed in" padded={false}>
        <div className="px-4 md:px-5">
          <FormMessage error={shown(state).message} done={state?.ok ? state.result : undefined} />
        </div>
        <List label="Devices">
          {devices.map(({ id, name, note, current }) => (
            <Row
              key={id}
              title={name}
              note={note}
              state={
                current ? (
                  "This device"
                ) : (
                  <SubmitButton
                    variant="quiet"
                    size="sm"
                    className="-mr-3"
                    name="which"
                    value={id}
                    aria-label={`Sign out ${name}`}
                  >
                    Sign out
                  </SubmitButton>
                )
              }
            />
          ))}
        </List>
        {others > 1 && (
          <div className="border-line border-t p-4 md:px-5">
            <SubmitButton variant="danger" name="which" value="others">
              Sign out all others
            </SubmitButton>
          </div>
        )}
      </Card>
    </form>
  );
}
