import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { VARIABLES } from "#lib/core/env";
import manifest from "../../package.json" with { type: "json" };
import { ROOT } from "../root.ts";

const textOf = (file: string) => readFileSync(ROOT + file, "utf8");
const FILES = ["compose.yaml", ...globSync("ops/kubernetes/*.yaml", { cwd: ROOT })];

test("what runs the portal in containers names this version of it, and pins every other image", () => {
  const images = FILES.flatMap((file) =>
    [...textOf(file).matchAll(/image: (\S+)/g)].map(([, image = ""]) => image),
  );
  const ours = images.filter((image) => image.includes("kiosk:"));
  expect(ours.length).toBeGreaterThan(4);
  for (const image of ours)
    expect(image).toMatch(new RegExp(`${manifest.version.replaceAll(".", "\\.")}}?$`));
  const bases = [...textOf("Dockerfile").matchAll(/^ARG BASE=(\S+)/gm)].map(([, image = ""]) => image);
  expect(bases).toHaveLength(1);
  for (const image of [...images.filter((one) => !ours.includes(one)), ...bases])
    expect(image).toMatch(/:(\d+\.\d+[\w.-]*)(@sha256:[0-9a-f]{64})?$/);
});

test("every variable that compose, Kubernetes and systemd set is one that the portal reads", () => {
  const set = FILES.flatMap((file) => [
    ...textOf(file).matchAll(/(?:name: |\{ <<: \*environment, |^ {4})([A-Z][A-Z_]+)(?:_FILE)?[,:]/gm),
  ]).map(([, name = ""]) => name.replace(/_FILE$/, ""));
  expect(set.length).toBeGreaterThan(10);
  expect(set.filter((name) => !(VARIABLES as readonly string[]).includes(name))).toEqual([]);
});

test("compose runs each container read-only, without privileges it could gain", () => {
  const text = textOf("compose.yaml");
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
      expect(container.includes("<<: *portal") ? shared : container).toMatch(hardening);
});

test("Kubernetes gives secrets as files alone", () => {
  for (const file of FILES.filter((one) => one.startsWith("ops/kubernetes"))) {
    const text = textOf(file);
    expect(text).not.toMatch(/secretRef|secretKeyRef/);
    const containers = text.split(/image: .*kiosk:/).slice(1);
    for (const container of containers) {
      expect(container).toContain("{ name: DATABASE_URL_FILE, value: /run/secrets/kiosk/database_url }");
      expect(container).toContain("{ name: secrets, mountPath: /run/secrets/kiosk, readOnly: true }");
    }
    expect(text.match(/secret: \{ secretName: kiosk, defaultMode: 0440 \}/g)).toHaveLength(containers.length);
  }
});

test("what the image is laid out from, and what the units start, is there", () => {
  const script = textOf("ops/build-image-tree.sh");
  const copied = /^cp -r (.+) "\$to\/portal\/"$/m.exec(script)?.[1]?.split(" ") ?? [];
  expect(copied).toContain("lib");
  expect(copied.filter((file) => !existsSync(ROOT + file))).toEqual([]);
  const units = globSync("ops/systemd/*.service", { cwd: ROOT }).map(textOf).join("\n");
  const started = [...units.matchAll(/^Exec\w+=\/opt\/kiosk\/(\S+)/gm)].map(([, file = ""]) => file);
  expect(started.length).toBeGreaterThan(3);
  expect(started.filter((file) => !existsSync(ROOT + file))).toEqual([]);
});
