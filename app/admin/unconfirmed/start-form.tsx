import { DeskForm } from "../desk-form.tsx";
import { start } from "./actions.ts";

/** `stop`: which stop whoever starts it knew of. */
export function StartForm({ stop }: { stop: string | null }) {
  return (
    <DeskForm
      id="start"
      action={start}
      hidden={stop === null ? {} : { seen: stop }}
      why="Why it may run again"
      submit="Start sending"
      look={{ variant: "primary" }}
    />
  );
}
