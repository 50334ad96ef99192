import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { RELEASE_FILES } from "#bin/release/lay-out-release";
import { ROOT } from "#bin/root";
import { listVariableNames } from "#lib/core/variables";
import { VARIABLES } from "#lib/modules";
import manifest from "../../package.json" with { type: "json" };

const VARIABLE_NAMES = listVariableNames(VARIABLES);
const readText = (file: string) => readFileSync(ROOT + file, "utf8");
const FILES = ["compose.yaml", ...globSync("ops/kubernetes/*.yaml", { cwd: ROOT })];

/** The oldest versions without a known fault that matters here: raise them with the images, never lower them. */
const FLOORS: Record<string, string> = { postgres: "18.6", caddy: "2.11.7", debian: "13.7" };
const IMAGE = /^(\w+):(\d[\d.]+)[\w.-]*@sha256:[0-9a-f]{64}$/;
const isAtLeast = (version: string, floor: string) =>
  version.localeCompare(floor, "en", { numeric: true }) >= 0;

test("containers of the portal name its present version, and other images new ones by their digest", () => {
  const images = FILES.flatMap((file) =>
    [...readText(file).matchAll(/image: (\S+)/g)].map(([, image = ""]) => image),
  );
  const portalImages = images.filter((image) => image.includes("kiosk:"));
  expect(portalImages.length).toBeGreaterThan(4);
  for (const image of portalImages)
    expect(image).toMatch(new RegExp(`${manifest.version.replaceAll(".", "\\.")}}?$`));
  const bases = [...readText("Dockerfile").matchAll(/^ARG BASE=(\S+)/gm)].map(([, image = ""]) => image);
  expect(bases).toHaveLength(1);
  const parts = [...images.filter((image) => !portalImages.includes(image)), ...bases];
  for (const image of parts) {
    const [, name = "", version = ""] = IMAGE.exec(image) ?? [];
    expect(Object.keys(FLOORS), image).toContain(name);
    expect(isAtLeast(version, FLOORS[name] ?? ""), `${image} is older than ${FLOORS[name]}`).toBe(true);
  }
  expect(isAtLeast("2.9.1", "2.10")).toBe(false);
});

test("the portal reads every variable that compose, Kubernetes and systemd set", () => {
  const set = FILES.flatMap((file) => [
    ...readText(file).matchAll(/(?:name: |\{ <<: \*environment, |^ {4})([A-Z][A-Z_]+)(?:_FILE)?[,:]/gm),
  ]).map(([, name = ""]) => name.replace(/_FILE$/, ""));
  expect(set.length).toBeGreaterThan(10);
  expect(set.filter((name) => !VARIABLE_NAMES.includes(name))).toEqual([]);
});

test("compose runs each container read-only, without privileges it could gain", () => {
  const text = readText("compose.yaml");
  const [, services = ""] = /^services:\n([\s\S]*?)^\S/m.exec(text) ?? [];
  const containers = services.split(/^ {2}(?=\w+:$)/m).filter((block) => block.trim());
  expect(containers.length).toBeGreaterThan(5);
  const [shared = ""] = /^x-portal:[\s\S]*?^$/m.exec(text) ?? [];
  for (const container of containers)
    for (const hardening of [
      /^ {2,4}read_only: true$/m,
      /^ {2,4}tmpfs: \[/m,
      /^ {2,4}cap_drop: \[ALL\]$/m,
      /^ {2,4}security_opt: \["no-new-privileges:true"\]$/m,
    ])
      expect(/<<: \*(portal|web)$/m.test(container) ? shared : container).toMatch(hardening);
});

test("Kubernetes passes secrets only as files", () => {
  for (const file of FILES.filter((file) => file.startsWith("ops/kubernetes"))) {
    const text = readText(file);
    expect(text).not.toMatch(/secretRef|secretKeyRef/);
    const containers = text.split(/image: .*kiosk:/).slice(1);
    for (const container of containers) {
      expect(container).toContain("{ name: DATABASE_URL_FILE, value: /run/secrets/kiosk/database_url }");
      expect(container).toContain("{ name: secrets, mountPath: /run/secrets/kiosk, readOnly: true }");
    }
    expect(text.match(/secret: \{ secretName: kiosk, defaultMode: 0440 \}/g)).toHaveLength(containers.length);
  }
});

test("every file that a release contains or a unit starts exists", () => {
  expect(RELEASE_FILES.filter((file) => !existsSync(ROOT + file))).toEqual([]);
  const units = globSync("ops/systemd/*.service", { cwd: ROOT }).map(readText).join("\n");
  const started = [...units.matchAll(/^Exec\w+=\/opt\/kiosk\/(\S+)/gm)].map(([, file = ""]) => file);
  expect(started.length).toBeGreaterThan(3);
  expect(started.filter((file) => !existsSync(ROOT + file))).toEqual([]);
});
