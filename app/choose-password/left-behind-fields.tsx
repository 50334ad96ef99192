import type { ActionState } from "#lib/web/action";
import type { LeftBehindWords } from "./left-behind.ts";

interface Props {
  found: LeftBehindWords;
  /** The form's answer, to keep what was ticked. */
  state: ActionState;
}

/** What was made since the last password, each with a box to end it; nothing where there is nothing. */
export function LeftBehindFields({ found: { since, boxes, devices }, state }: Props) {
  const typed = state && !state.ok ? state.values : {};
  const others = new Intl.ListFormat("en").format(new Set(devices));
  if (boxes.length === 0 && devices.length === 0) return null;
  return (
    <div className="grid gap-3">
      {boxes.length > 0 && (
        <fieldset className="grid gap-1">
          <legend className="font-medium text-sm">Made since {since}</legend>
          <p className="text-muted text-sm">
            Whoever knew your password could have made these. Tick what is not yours.
          </p>
          {boxes.map(({ name, value, text, note }) => (
            <label key={`${name} ${value}`} className="flex min-h-11 items-start gap-3 py-1.5">
              <input
                type="checkbox"
                name={name}
                value={value}
                defaultChecked={[typed[name]].flat().includes(value)}
                className="mt-0.5 size-5 shrink-0 accent-accent"
              />
              <span className="wrap-anywhere min-w-0">
                {text}
                <span className="block text-muted text-sm">{note}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {devices.length > 0 && <p className="text-muted text-sm">Signed out when you save: {others}.</p>}
    </div>
  );
}
