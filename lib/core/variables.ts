import "server-only";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { isLoopback } from "./network/ip-address.ts";

type Schema = Readonly<Record<string, z.ZodType>>;
type Values = Record<string, unknown>;

type VariableSource = Readonly<Record<string, string | undefined>>;

interface VariableRules<Name extends string = string> {
  /** Variables of a service: all are set, or none to turn it off. */
  groups?: readonly (readonly Name[])[];
  /** Variables that can change while the portal runs: each is read where it is used. */
  reloadable?: readonly Name[];
  /** Texts whose values support may see. Numbers and switches are always shown. */
  publicNames?: readonly Name[];
  /** Addresses that must be https in production, except on the same machine. */
  httpsNames?: readonly Name[];
  /** Lists settings that are valid but unsafe. @param texts all that are set */
  check?(texts: VariableSource): string[];
}

/** The accessor of the variables that a module declares. */
export interface Variables<V = Values> extends VariableRules {
  (): V;
  schema: Schema;
}

/** Values checked for the whole process. Global: the pages' bundle has a second copy of this file. */
const sharedGlobal = globalThis as { portalVariables?: Values };
const NO_VALUES: Values = {};

/**
 * Declares variables of a module. The accessor returns their values, read once; it returns
 * another object after a reload.
 * @throws Error (accessor) one message that names every wrong variable, never a value.
 */
export function defineVariables<S extends Schema>(
  declaration: { schema: S } & VariableRules<keyof S & string>,
): Variables<z.infer<z.ZodObject<S>>> {
  const names = Object.keys(declaration.schema);
  let values: Values | undefined;
  let merged: Values | undefined;
  const getValues = () => {
    const { portalVariables: shared = NO_VALUES } = sharedGlobal;
    if (!values || merged !== shared) {
      const sharedNames = names.filter((name) => name in shared);
      if (sharedNames.length < names.length) values ??= parseVariables([variables], process.env);
      values = { ...values, ...pick(shared, sharedNames) };
      merged = shared;
    }
    return values as z.infer<z.ZodObject<S>>;
  };
  const variables: Variables<z.infer<z.ZodObject<S>>> = Object.assign(getValues, declaration);
  return variables;
}

/**
 * Checks all variables at the start of a process. Until a reload their values stay,
 * whatever their files contain.
 * @throws Error as an accessor does
 */
export function checkVariables(all: readonly Variables[]): void {
  sharedGlobal.portalVariables = parseVariables(all, process.env);
}

/**
 * Reads the files of secrets (`NAME_FILE`) again, for the whole process.
 * @returns the names of changed secrets.
 * @throws Error as an accessor does; nothing is changed then.
 */
export function reloadSecrets(all: readonly Variables[], source: VariableSource = process.env): string[] {
  const filed = listReloadableNames(all).filter((name) => source[`${name}_FILE`]);
  if (filed.length === 0) return [];
  const fresh = parseVariables(all, { ...source, ...pick({}, filed) });
  const current = readValues(all);
  const changed = filed.filter((name) => fresh[name] !== current[name]);
  if (changed.length > 0)
    sharedGlobal.portalVariables = { ...sharedGlobal.portalVariables, ...pick(fresh, filed) };
  return changed;
}

/** Whether pages are compiled on request (`npm run dev`). */
export const isDevelopment = (): boolean => process.env.NODE_ENV === "development";

export const listVariableNames = (all: readonly Variables[]): readonly string[] =>
  all.flatMap(({ schema }) => Object.keys(schema));

export const listReloadableNames = (all: readonly Variables[]): readonly string[] =>
  all.flatMap(({ reloadable = [] }) => reloadable);

/** Returns the source of a secret, without its value. */
export const getSecretSource = (name: string): "file" | "variable" | "not set" =>
  process.env[`${name}_FILE`] ? "file" : process.env[name] ? "variable" : "not set";

/** Describes every variable for support: numbers, switches and choices by value; others as set or not. */
export function describeVariables(all: readonly Variables[]): Record<string, unknown> {
  const publicNames = all.flatMap(({ publicNames = [] }) => publicNames);
  const values = readValues(all);
  return Object.fromEntries(
    listVariableNames(all).map((name) => {
      const value = values[name];
      const harmless = typeof value === "number" || typeof value === "boolean" || publicNames.includes(name);
      return [name, harmless ? value : value === undefined ? "not set" : "set"];
    }),
  );
}

/** Parses variables, or files that hold them; empty is not set. @throws Error as an accessor does */
export function parseVariables(all: readonly Variables[], source: VariableSource): Values {
  const set = Object.entries({ ...source, ...readVariableFiles(all, source) });
  const texts = Object.fromEntries(set.filter(([, value]) => value));
  const result = z.object(Object.assign({}, ...all.map(({ schema }) => schema))).safeParse(texts);
  const misread = result.error?.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`) ?? [];
  const unsafe = all.flatMap((variables) => listUnsafeSettings(variables, texts));
  const wrong = [...listFileProblems(all, source), ...misread, ...unsafe];
  if (result.success && wrong.length === 0) return pick(result.data, listVariableNames(all));
  throw new Error(
    `The configuration is incomplete or invalid:\n${wrong.map((line) => `  ${line}`).join("\n")}`,
  );
}

/**
 * Reads the files of `NAME_FILE` for all variables, without the trailing line break; a variable that is set
 * is left as it is. Skips unreadable files, which `parseVariables` reports.
 */
export function readVariableFiles(all: readonly Variables[], source: VariableSource): Record<string, string> {
  const entries = listVariableNames(all).map((name) => [
    name,
    source[name] ? undefined : readVariableFile(source[`${name}_FILE`]),
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function readVariableFile(file: string | undefined): string | undefined {
  try {
    return file ? readFileSync(file, "utf8").trimEnd() : undefined;
  } catch {
    return undefined;
  }
}

/** Lists variables that are set both directly and by a file, and files that are empty. */
function listFileProblems(all: readonly Variables[], source: VariableSource): string[] {
  const filed = listVariableNames(all).filter((name) => source[`${name}_FILE`]);
  return filed.flatMap((name) => {
    const text = readVariableFile(source[`${name}_FILE`]);
    if (text === undefined) return [`${name}_FILE: names a file that can't be read`];
    // An empty file removes a previous key.
    if (text === "" && !name.endsWith("_BEFORE")) return [`${name}_FILE: names a file that is empty`];
    return source[name] && source[name] !== text
      ? [`${name}_FILE: ${name} is set as well; set one of them`]
      : [];
  });
}

/** Lists valid but unsafe settings: plain http to other machines, half a group, and a module's own. */
function listUnsafeSettings(
  { httpsNames = [], groups = [], check }: Variables,
  texts: VariableSource,
): string[] {
  const open = httpsNames.filter(
    (name) => (texts.NODE_ENV ?? "production") === "production" && isPlainHttp(texts[name]),
  );
  const incomplete = groups.flatMap((names) => {
    const missing = names.filter((name) => texts[name] === undefined);
    return missing.length === names.length ? [] : missing.map((name) => ({ name, names }));
  });
  return [
    ...open.map((name) => `${name}: must be https://, because what goes over http:// can be read on the way`),
    ...incomplete.map(
      ({ name, names }) =>
        `${name}: must be set together with ${names.filter((n) => n !== name).join(" and ")}`,
    ),
    ...(check?.(texts) ?? []),
  ];
}

function isPlainHttp(address: string | undefined): boolean {
  if (!address || !URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === "http:" && !isLoopback(hostname);
}

const readValues = (all: readonly Variables[]): Values =>
  Object.assign({}, ...all.map((variables) => variables()));

const pick = <Value>(values: Readonly<Record<string, Value>>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, values[name]]));
