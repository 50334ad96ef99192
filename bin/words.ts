import { checkWords, formatCounts, formatHit } from "./check/words/check-words.ts";

/** Lists each hit below the given paths; without any, the number per folder. */
const paths = process.argv.slice(2);
const hits = checkWords(paths);
console.log(paths.length > 0 ? hits.map(formatHit).join("\n") : formatCounts(hits));
console.log(`${hits.length} ${hits.length === 1 ? "place" : "places"} to reword (docs/words.md)`);
