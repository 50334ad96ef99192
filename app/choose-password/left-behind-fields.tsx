import { Checkbox } from "../ui/checkbox.tsx";
import type { LeftBehindWords } from "./left-behind.ts";

/** What was made since the last password, each with a box to end it; nothing where there is nothing. */
export function LeftBehindFields({ found: { since, boxes, devices } }: { found: LeftBehindWords }) {
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
            <Checkbox key={`${name} ${value}`} name={name} value={value} label={text} note={note} />
          ))}
        </fieldset>
      )}
      {devices.length > 0 && <p className="text-muted text-sm">Signed out when you save: {others}.</p>}
    </div>
  );
}
