import { expect, test } from "vitest";
import { bodyRoom, type Held } from "./body-room.ts";

/** Bodies that write down in `gaveUp` who of them had to go. */
function bodies() {
  const gaveUp: string[] = [];
  const body = (caller: string, name: string): Held => ({
    caller,
    bytes: 0,
    giveUp: () => gaveUp.push(name),
  });
  return { gaveUp, body };
}

test("lets the caller who holds most give up its oldest unfinished body", () => {
  const { gaveUp, body } = bodies();
  const room = bodyRoom(100);
  const [honest, first, second] = [body("a", "honest"), body("b", "first"), body("b", "second")];
  expect(room.take(honest, 30)).toBe(true);
  expect(room.take(first, 30)).toBe(true);
  expect(room.take(second, 30)).toBe(true);
  expect(room.take(honest, 20)).toBe(true);
  expect(gaveUp).toEqual(["first"]);
});

test("refuses a body where only whole ones are left, and takes it once one of them has left", () => {
  const { gaveUp, body } = bodies();
  const room = bodyRoom(100);
  const whole: Held = { caller: "a", bytes: 0 };
  expect(room.take(whole, 90)).toBe(true);
  expect(room.take(body("b", "late"), 20)).toBe(false);
  room.leave(whole);
  room.leave(whole);
  expect(room.take(body("b", "later"), 100)).toBe(true);
  expect(gaveUp).toEqual([]);
});
