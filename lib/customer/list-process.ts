// A process of its own (lib/bulk/read-apart.ts): a file comes in, the lines of an import go out.
import { answerList } from "#lib/bulk/answer-list";
import { readLines } from "./read-lines.ts";

await answerList(readLines);
