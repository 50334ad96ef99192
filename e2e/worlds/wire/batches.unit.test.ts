import { expect, test } from "vitest";
import { BatchReader, buildStatement, removeTimeLimits } from "./batches.ts";

const startup = (text: string) => {
  const message = Buffer.alloc(8 + text.length);
  message.writeInt32BE(message.length);
  message.writeInt32BE(196_608, 4);
  message.write(text, 8);
  return message;
};
const STARTUP = startup("user\0portal\0lock_timeout\x0010000\0tcp_user_timeout\x001\0\0");

test("splits what a client sends into batches, however its bytes arrive", () => {
  const reader = new BatchReader();
  const bytes = Buffer.concat([STARTUP, buildStatement("select 1"), buildStatement("select 2")]);
  const batches = [...bytes].flatMap((byte) => reader.read(Uint8Array.of(byte)));
  expect(batches.map(({ text, endsBy }) => [text, endsBy])).toEqual([
    ["startup", "authentication"],
    ["select 1", "ready"],
    ["select 2", "ready"],
  ]);
  expect(Buffer.concat(batches.map((batch) => batch.bytes))).toEqual(bytes);
});

test("removes time limits from the first message of a connection", () => {
  expect(removeTimeLimits(STARTUP)).toEqual(startup("user\0portal\0\0"));
});
