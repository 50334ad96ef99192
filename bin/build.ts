import "./load-env.ts";
import { buildIfChanged } from "./build/build-if-changed.ts";

await buildIfChanged(() => console.log("Building the pages…"));
