import { afterAll } from "vitest";
import { scene } from "./scene.ts";

/** Opens a scene for the tests of a file, and closes it after them. */
export async function openScene(variables?: Record<string, string>) {
  const at = await scene(variables);
  afterAll(() => at.close());
  return at;
}
