export { startTestServer as default } from "./server.ts";
