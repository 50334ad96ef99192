// A process of its own (lib/bulk/read-apart.ts): a file comes in, the lines of a list go out.
import { answerList } from "./answer-list.ts";
import { readCells } from "./read-list.ts";

await answerList(readCells);
