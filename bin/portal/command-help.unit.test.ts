import { expect, test, vi } from "vitest";
import { readFlags } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { runCommandLine } from "./run.ts";

test.each([...COMMANDS])(
  "shows the help of `%s` without a database, with an example that works",
  async (name, command) => {
    const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    const code = await runCommandLine([...name.split(" "), "--help"]);
    const out = write.mock.calls.map(([text]) => text).join("");
    vi.restoreAllMocks();
    expect(code).toBe(0);
    expect(out).toContain(command.does);
    const [, example = ""] = out.split(`\n\nExample: kiosk ${name}`);
    const args = (example.match(/"[^"]*"|\S+/g) ?? []).map((arg) => arg.replaceAll('"', ""));
    expect(args.length > 0).toBe(command.usage !== "");
    expect(() => readFlags(name, command, args)).not.toThrow();
  },
);

test("a program takes no flags", async () => {
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const code = await runCommandLine(["migrate", "--bogus"]);
  const err = write.mock.calls.map(([text]) => text).join("");
  vi.restoreAllMocks();
  expect([code, err]).toEqual([1, "Unknown option '--bogus'. Usage: migrate [--json]\n"]);
});
