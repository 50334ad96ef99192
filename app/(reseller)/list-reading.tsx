import { Banner } from "#app/ui/banner";
import { Card } from "#app/ui/card";
import { Disclosure } from "#app/ui/disclosure";
import { ActionForm, type FormAction, FormStatus } from "#app/ui/form/form";
import { Select, type SelectOption } from "#app/ui/form/select";
import { SubmitButton } from "#app/ui/form/submit-button";
import {
  listReadingNotes,
  nameColumn,
  ROLE_LABELS,
  summariseReading,
} from "#lib/spreadsheet/describe-reading";
import type { ColumnRole } from "#lib/spreadsheet/headings";
import type { Reading } from "#lib/spreadsheet/reading";

interface Props {
  id: number;
  reading: Reading;
  /** The meanings that columns may have, in the order of the form. */
  roles: readonly ColumnRole[];
  action: FormAction<never>;
}

/** Whether a person has to choose columns before the list has rows. */
export const isColumnChoiceOpen = (reading: Reading | null): boolean =>
  reading !== null && reading.candidates.length > 0;

/** The reading of a list, with another choice of its sheet and columns. Works without script. */
export function ListReading({ id, reading, roles, action }: Props) {
  const isOpen = isColumnChoiceOpen(reading);
  const notes = listReadingNotes(reading);
  const selects =
    reading.columns.length > 0
      ? roles.map((role) => <ColumnSelect key={role} role={role} reading={reading} />)
      : [];
  const choices = (
    <ActionForm action={action} id="columns" hidden={{ id }} className="gap-3">
      <FormStatus />
      {reading.sheets.length > 1 && (
        <Select
          label="Sheet"
          name="sheet"
          options={reading.sheets.map((label, at) => ({ value: String(at), label }))}
          defaultValue={String(reading.sheet)}
        />
      )}
      <div className="grid gap-3 sm:grid-cols-2">{selects.slice(0, isOpen ? 1 : undefined)}</div>
      <SubmitButton variant={isOpen ? "primary" : "secondary"} pendingText="Reading">
        Read these columns
      </SubmitButton>
      {isOpen && (
        <Disclosure title="Other columns" className="open:pb-2">
          <div className="grid gap-3 sm:grid-cols-2">{selects.slice(1)}</div>
        </Disclosure>
      )}
    </ActionForm>
  );
  const canChoose = reading.sheets.length > 1 || reading.columns.length > 1;
  if (isOpen)
    return (
      <Card title="Choose the column of phone numbers">
        <p className="mb-3 text-sm">
          {`${reading.candidates.map(nameColumn).join(" and ")} ${reading.candidates.length === 1 ? "has" : "have"} numbers, but which is meant isn’t certain. You aren’t charged.`}
        </p>
        {choices}
      </Card>
    );
  const summary = summariseReading(reading);
  const warning = notes.length > 0 && (
    <Banner kind="warn">
      <ul>
        {notes.map((note) => (
          <li key={note} className="break-words">
            {note}
          </li>
        ))}
      </ul>
    </Banner>
  );
  if (!summary && !canChoose) return warning;
  return (
    <section
      aria-label="Columns"
      className="grid gap-2 rounded-lg border border-line bg-surface px-4 py-3 md:px-5"
    >
      {summary && <p className="break-words text-sm">{summary}</p>}
      {warning}
      {canChoose && (
        <Disclosure title="Change columns" className="open:pb-2">
          {choices}
          <p className="mt-2 text-muted text-sm">All rows are read again. Changes to rows are lost.</p>
        </Disclosure>
      )}
    </section>
  );
}

function ColumnSelect({ role, reading }: { role: ColumnRole; reading: Reading }) {
  const chosen = (reading.choice[role] ?? []).join(",");
  const single = reading.columns.map(({ heading, example }, at): SelectOption => {
    const name = [nameColumn(at), heading].filter(Boolean).join(" ");
    return { value: String(at), label: example ? `${name}: ${example}` : name };
  });
  const several = chosen.includes(",")
    ? [
        {
          value: chosen,
          label: chosen
            .split(",")
            .map((at) => nameColumn(Number(at)))
            .join(", "),
        },
      ]
    : [];
  const isOpen = role === "number" && reading.candidates.length > 0;
  const options = isOpen ? single.filter(({ value }) => reading.candidates.includes(Number(value))) : single;
  return (
    <Select
      label={ROLE_LABELS[role]}
      name={role}
      options={[...several, ...options]}
      empty={role === "number" ? "Choose a column" : "None"}
      required={role === "number"}
      defaultValue={chosen}
    />
  );
}
