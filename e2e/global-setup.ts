export { startTestServer as default } from "#db/testing/server";
