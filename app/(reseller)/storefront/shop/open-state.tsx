import { AskUs } from "../../../ui/ask-us.tsx";
import { ActionForm, FormAnswer } from "../../../ui/form.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { setState } from "./actions.ts";

type State = "open" | "paused" | "closed";

const NOW: Record<State, string> = {
  open: "Your shop is open: customers can order.",
  paused: "Your shop is paused: customers see your prices and cannot order.",
  closed: "Your shop is closed: customers see only that it is.",
};

const TURN: Record<State, string> = {
  open: "Open the shop",
  paused: "Pause orders",
  closed: "Close the shop",
};

/** Opens, pauses or closes the shop. */
export function OpenState({ state: now, closedByAdmin }: { state: State; closedByAdmin: boolean }) {
  const others = (["open", "paused", "closed"] as const).filter((one) => one !== now);
  return (
    <ActionForm id="open" action={setState}>
      <FormAnswer />
      {closedByAdmin ? (
        <div>
          <p>Your shop was closed for you, and stays closed until it is opened again.</p>
          <AskUs>what has to change</AskUs>
        </div>
      ) : (
        <p>{NOW[now]}</p>
      )}
      {!closedByAdmin && (
        <div className="flex flex-wrap gap-2">
          {others.map((one) => (
            <SubmitButton
              key={one}
              name="state"
              value={one}
              variant={one === "open" ? "primary" : one === "closed" ? "danger" : "secondary"}
            >
              {TURN[one]}
            </SubmitButton>
          ))}
        </div>
      )}
    </ActionForm>
  );
}
