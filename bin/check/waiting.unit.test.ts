import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ROOT } from "#bin/root";

const read = (file: string) => readFileSync(ROOT + file, "utf8");
const isCode = (file: string) => !/\.(test|prove|chaos)\.tsx?$|\/testing(\.ts$|\/)/.test(file);
const list = (pattern: string) => globSync(pattern, { cwd: ROOT }).filter(isCode);

const table = [...read("docs/decisions/waiting.md").matchAll(/^\|.*\|$/gm)].join("\n");
const listed = new Set([...table.matchAll(/`((?:lib|db|bin|app)\/[\w./-]+\.ts)`/g)].map(([, file]) => file));

/** Places that make bounded resources of a kind, which the table lists one by one. */
const KINDS = [
  "lib/core/lane/caller-queue.ts",
  "lib/core/lane/keyed-mutex.ts",
  "lib/core/isolated-process.ts",
];
/** Connections of a command or a check, for which no caller waits. */
const OWN_CONNECTIONS =
  /^(db\/(migrate|listen|driver\/.*|embedded.*|database-url|testing.*)|lib\/maintenance\/.*|lib\/job\/start-worker|bin\/start\/(readiness|check-pooler))\b/;

test("lists every bounded resource that is waited for", () => {
  const makers = list("{lib,db,bin/start}/**/*.ts").filter(
    (file) =>
      !KINDS.includes(file) &&
      (/\bcreate(CallerQueue|KeyedMutex|IsolatedQueue|BodyBudget)\b[<(]/.test(read(file)) ||
        (/(?<![\w.])(connect|openPool)\(/.test(read(file)) && !OWN_CONNECTIONS.test(file))),
  );
  const unlisted = makers.filter((file) => !listed.has(file) && file !== "bin/start/body-budget.ts");
  expect(unlisted, "say in docs/decisions/waiting.md why it can't block itself").toEqual([]);
  expect([...listed].filter((file) => !existsSync(ROOT + file))).toEqual([]);
});

/** Whether code may wait for something outside the process, or for a time. */
const WAITS_OUTSIDE =
  /import \{[^}]*\b(request|connect|lookup|Resolver|spawn|createTransport|setTimeout)\b[^}]*\} from "(node:(https?|net|tls|dns\/promises|child_process|timers\/promises)|nodemailer)"|\bawait fetch\(/;
/** The API, and work of lanes, the dispatcher and commands, which hold no page's turn. */
const BACKGROUND = [
  "lib/api/",
  "lib/core/lane/loop.ts",
  "lib/mail/transport.ts",
  "lib/maintenance/",
  "lib/dispatch/",
  "lib/event/",
  "lib/shop-domain/look-up-records.ts",
];
/** Bounds a wait of its caller. */
const TIMER = "lib/core/time/wait-at-most.ts";

test("lends a page's turn wherever the code of a page waits outside", () => {
  const keeping = list("{lib,app}/**/*.{ts,tsx}").filter((file) => {
    const text = read(file);
    const inBrowser =
      /^"use client"/m.test(text) || /^app\/(s\/_shop|offline)\/(script|worker)\.ts$/.test(file);
    if (inBrowser || file === TIMER || BACKGROUND.some((place) => file.startsWith(place))) return false;
    return WAITS_OUTSIDE.test(text) && !text.includes("waitWithoutTurn(");
  });
  expect(keeping, "wait by waitWithoutTurn").toEqual([]);
});

/** Requests the list of plans before its transaction begins. */
const REQUESTS_BEFORE = "lib/supplier/sync-supplier.ts";

test("sends no request from a file with a transaction", () => {
  const request =
    /\b(exchangeRequest|requestProvider|requestUpstream|postToUrl|postSigned|callProvider|fetchPlans)\(/;
  const both = list("lib/**/*.ts").filter(
    (file) => /\binTransaction\(/.test(read(file)) && request.test(read(file)),
  );
  expect(both).toEqual([REQUESTS_BEFORE]);
});
