import { decimalText } from "#lib/core/money";
import type { NoticeSettings, Way } from "#lib/notice/choose";
import { Card } from "../../../ui/card.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { ActionForm, FormAnswer } from "../../../ui/form.tsx";
import { Input } from "../../../ui/input.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { choose } from "./actions.ts";

const HEADS: Record<Way, string> = { portal: "Portal", mail: "E-mail", push: "Device" };

/** Which events one is told of, and how; for resellers and admins. */
export function NoticeChoices({ settings, low }: { settings: NoticeSettings; low: boolean }) {
  const { events, ways, lowBelow } = settings;
  return (
    <ActionForm action={choose} className="gap-5">
      <FormAnswer of={["ways", "portal", "mail", "push"]} />
      {ways.map((way) => (
        <input key={way} type="hidden" name="ways" value={way} />
      ))}
      <Card title="What you are told, and how" padded={false}>
        <table className="w-full border-collapse">
          <thead>
            <tr className="text-muted text-sm">
              <th scope="col" className="px-4 pb-1 text-left font-medium md:px-5">
                <span className="sr-only">What happened</span>
              </th>
              {ways.map((way) => (
                <th key={way} scope="col" className="w-16 pb-1 text-center font-medium last:pr-2 md:w-24">
                  {HEADS[way]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {events.map(({ event, label, note, always, choice }) => (
              <tr key={event} className="border-line border-t">
                <th scope="row" className="px-4 py-2 text-left font-medium md:px-5">
                  {label}
                  {note && <span className="block font-normal text-muted text-sm">{note}</span>}
                </th>
                {ways.map((way) => (
                  <td key={way} className="last:pr-2">
                    <span className="grid place-items-center text-muted text-sm">
                      {always && way !== "push" ? (
                        "Always"
                      ) : (
                        <Checkbox
                          name={way}
                          value={event}
                          label={`${label}: ${HEADS[way]}`}
                          labelHidden
                          defaultChecked={choice[way]}
                        />
                      )}
                    </span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
      {low && (
        <Card title="When your money runs low">
          <Input
            label="Tell me when I have less than"
            name="lowBelow"
            inputMode="decimal"
            autoComplete="off"
            optional
            placeholder="5,000.00"
            hint="Empty: never. You hear it once, and again after money came in."
            className="max-w-60"
            defaultValue={lowBelow === null ? "" : decimalText(lowBelow)}
          />
        </Card>
      )}
      <div>
        <SubmitButton>Save</SubmitButton>
      </div>
    </ActionForm>
  );
}
