import { FILE_BYTES } from "#lib/bulk/read-file";
import { PICTURE_BYTES } from "#lib/core/picture-limits";
import { bodyRoom, type Room } from "./body-room.ts";

/** What the body of a request may be. */
export interface BodyLimit {
  bytes: number;
  /** Parts of a multipart form, or fields of another one. */
  parts: number;
  /** How long it may take to arrive, in ms. */
  patienceMs: number;
  /** What bodies of its kind hold together. */
  room: Room;
  /** Where a form leads that is too long: a page which says so. Others are answered with 413. */
  tooLong?: string;
}

const MB = 1024 * 1024;
/** Room for the form around a file. */
const AROUND = 10_000;

// One kind never takes the room of another: a flood of uploads leaves the forms alone, and both leave the providers.
const form = { bytes: 100_000, parts: 200, patienceMs: 20_000, room: bodyRoom(24 * MB) };
const upload = { parts: 20, patienceMs: 60_000, room: bodyRoom(48 * MB) };
const notice = { bytes: 256 * 1024, parts: 200, patienceMs: 20_000, room: bodyRoom(16 * MB) };
const list = { ...upload, bytes: FILE_BYTES + AROUND };
const picture = { ...upload, bytes: PICTURE_BYTES + AROUND };
/** A form with a pasted list, or the desk's sheet of prices. The framework itself refuses longer ones. */
const long = { ...form, bytes: MB };

/** By the path; the first that fits holds. Where the framework reads a path otherwise than this, `form` holds. */
const LIMITS: readonly (readonly [RegExp, BodyLimit])[] = [
  [/^\/api\/payments\//, notice],
  [/^\/api\//, { ...form, bytes: 10_000, parts: 20 }],
  [/^\/s\//, { ...form, bytes: 20_000, parts: 50 }],
  [/^\/bulk\/send\/?$/, { ...list, tooLong: "/bulk?wrong=large" }],
  [/^\/customers\/import\/send\/?$/, { ...list, tooLong: "/customers/import?wrong=large" }],
  [/^\/wallet\/fund\/send\/?$/, { ...picture, tooLong: "/wallet/fund?wrong=large" }],
  [/^\/storefront\/shop\/logo\/?$/, { ...picture, tooLong: "/storefront/shop?logo=large#logo" }],
  [/^\/(bulk|customers\/import)\/?$/, long],
  [/^\/admin\//, { ...long, parts: 5_000 }],
];

/** What the body of a request to a path may be. */
export function bodyLimit(url: string): BodyLimit {
  const path = url.replace(/\?.*$/s, "");
  return LIMITS.find(([pattern]) => pattern.test(path))?.[1] ?? form;
}
