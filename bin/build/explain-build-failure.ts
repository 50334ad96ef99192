/** The output of Next when one of its processes was killed, and of Node at the limit of its heap. */
const OUT_OF_MEMORY = /signal: SIGKILL|heap out of memory/;

/** Says why a build failed: the system ends one that needs too much memory without a word. */
export function explainBuildFailure(output: string, signal: NodeJS.Signals | null): string {
  const reason = `The pages could not be built:\n${output}`;
  if (signal !== "SIGKILL" && !OUT_OF_MEMORY.test(output)) return reason;
  return `${reason.trimEnd()}
The build was ended, probably for lack of memory: it needs 1.5 GB. Add swap, or build on another machine and copy the result.`;
}
