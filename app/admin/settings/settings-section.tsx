import type { ComponentProps, ReactNode } from "react";
import { AdminForm } from "#app/admin/admin-form";
import { saveSettingsAction } from "#app/admin/settings/actions.ts";
import { Section } from "#app/admin/settings/section";
import { Checkbox } from "#app/ui/form/checkbox";
import { Input } from "#app/ui/form/input";
import { Select } from "#app/ui/form/select";
import { Textarea } from "#app/ui/form/textarea";
import { getAuditHistory } from "#lib/audit/audit-history";
import { readSettings } from "#lib/audit/settings/read-settings";
import type { Ctx } from "#lib/core/context";
import { formatMoney } from "#lib/core/money/money";
import type { Field } from "#lib/core/settings/fields";
import type { DefinedSettings } from "#lib/core/settings/settings";

interface Props {
  ctx: Ctx;
  of: DefinedSettings;
  /** Instead of the declared text, where it has a link. */
  text?: ReactNode;
  /** The labels of several texts, by the name of their field and their ids. */
  labels?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Parts of fields that depend on more than their setting, by its name. */
  shown?: Readonly<Record<string, Shown>>;
  /** Above the fields. */
  children?: ReactNode;
}

interface Shown extends Partial<Pick<Field, "hint" | "options">> {
  /** It is sent as it is. */
  hidden?: boolean;
  className?: string;
}

/** The form of settings, as they are declared. */
export async function SettingsSection({ ctx, of, text, labels = {}, shown = {}, children }: Props) {
  const { name, path, title, submit, permission, fields, audit } = of;
  const { subject, subjectId } = audit;
  const id = path.slice(path.indexOf("#") + 1);
  const { version, ...values } = await readSettings(ctx, of);
  const controls = Object.entries(fields).flatMap(([name, declared]) => {
    const value = declared.show(values[name]);
    const { hidden, className, ...more } = shown[name] ?? {};
    const field = { ...declared, ...more };
    const place = { hidden, className };
    if (typeof value === "string") return { name, field, value, place };
    return Object.entries(labels[name] ?? {}).map(([id, label]) => ({
      ...{ name: `${name}-${id}`, field: { ...field, label }, value: value[id] ?? "", place },
    }));
  });
  const [wide, narrow] = [controls.filter(isWide), controls.filter((control) => !isWide(control))];
  const begun = controls.map(({ name, field: { kind }, value }) => [
    name,
    kind === "switch" && value === "" ? [] : value,
  ]);
  return (
    <Section
      id={id}
      title={title}
      text={text ?? of.text}
      records={getAuditHistory(ctx, { subject, subjectId, latest: 50 })}
    >
      <AdminForm
        needs={permission}
        id={`${id}-form`}
        action={saveSettingsAction}
        hidden={{ settings: name, version }}
        begun={Object.fromEntries(begun)}
        submit={submit}
      >
        {children}
        {wide.map(drawControl)}
        {narrow.length > 0 && (
          <div className={narrow.length > 1 ? "grid gap-4 sm:grid-cols-2" : "grid max-w-xs"}>
            {narrow.map(drawControl)}
          </div>
        )}
      </AdminForm>
    </Section>
  );
}

const drawControl = ({ place, ...control }: ControlProps & { place: ComponentProps<"div"> }) => (
  <div key={control.name} {...place}>
    <SettingControl {...control} />
  </div>
);

const isWide = ({ field: { kind } }: { field: Field }) => ["switch", "lines", "choice"].includes(kind);

interface ControlProps {
  name: string;
  field: Field;
  value: string;
}

function SettingControl({ name, field, value }: ControlProps) {
  const { kind, label, hint, unit, options = {}, maxLength, placeholder, inputMode, optional } = field;
  const control = { name, label, hint, defaultValue: value };
  const typed = { ...control, maxLength, placeholder, autoComplete: "off", ...(optional && { optional }) };
  switch (kind) {
    case "switch":
      return <Checkbox name={name} value="yes" label={label} note={hint} defaultChecked={value !== ""} />;
    case "choice":
    case "hour":
      return <Select {...control} options={options} />;
    case "lines":
      return <Textarea {...typed} />;
    case "amount":
      return <Input {...typed} inputMode="decimal" start={formatMoney(0n).replace(/[\d.,\s]/g, "")} />;
    case "number":
      return <Input {...typed} inputMode="numeric" {...(unit && { end: unit })} />;
    case "text":
    case "texts":
      return <Input {...typed} inputMode={inputMode} />;
  }
}
