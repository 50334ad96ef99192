import { createCipheriv, createECDH, createPrivateKey, ECDH, hkdfSync, randomBytes, sign } from "node:crypto";

const CURVE = "prime256v1";
/** Announced to the device: a message is one record of at most so many bytes. */
const RECORD_BYTES = 4096;
const LAST_RECORD = Buffer.from([2]);
/** Push services accept at most a day. */
const AUTHORISED_S = 12 * 3_600;

/** Keys by which push services identify a sender; base64url, of an uncompressed point and its number. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

export function createPushKeys(): PushKeys {
  const keys = createECDH(CURVE);
  return {
    publicKey: keys.generateKeys("base64url"),
    privateKey: padNumber(keys.getPrivateKey()).toString("base64url"),
  };
}

/** The two values by which a browser lets a sender encrypt for it; base64url. */
export interface PushRecipient {
  publicKey: string;
  authSecret: string;
}

/** Whether a browser's key is a point of the curve: without that, nothing can be encrypted for it. */
export function isPushKey(publicKey: string): boolean {
  try {
    return ECDH.convertKey(publicKey, CURVE, "base64url", "base64url", "uncompressed") !== "";
  } catch {
    return false;
  }
}

/**
 * Encrypts a message for one device (RFC 8291, in the coding of RFC 8188).
 */
export function encryptPush(
  message: string,
  { publicKey, authSecret }: PushRecipient,
  by = newSecrets(),
): Buffer {
  const device = Buffer.from(publicKey, "base64url");
  const sender = by.keys.getPublicKey();
  const derive = (key: Buffer, salt: Buffer, info: Buffer[], bytes: number) =>
    Buffer.from(hkdfSync("sha256", key, salt, Buffer.concat(info), bytes));
  const shared = by.keys.computeSecret(device);
  const secret = derive(
    shared,
    Buffer.from(authSecret, "base64url"),
    [label("WebPush: info"), device, sender],
    32,
  );
  const key = derive(secret, by.salt, [label("Content-Encoding: aes128gcm")], 16);
  const nonce = derive(secret, by.salt, [label("Content-Encoding: nonce")], 12);
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  const sealed = [
    cipher.update(message, "utf8"),
    cipher.update(LAST_RECORD),
    cipher.final(),
    cipher.getAuthTag(),
  ];
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_BYTES);
  return Buffer.concat([by.salt, size, Buffer.from([sender.length]), sender, ...sealed]);
}

/** Each message has keys and a salt of its own. */
function newSecrets(): { keys: ECDH; salt: Buffer } {
  const keys = createECDH(CURVE);
  keys.generateKeys();
  return { keys, salt: randomBytes(16) };
}

/**
 * Returns the Authorization header for a push service (RFC 8292);
 * `subject` is where it reports problems, a mailto: address.
 */
export function authorisePush(
  endpoint: string,
  subject: string,
  { publicKey, privateKey }: PushKeys,
): string {
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(Date.now() / 1000) + AUTHORISED_S,
    sub: subject,
  };
  const text = `${encodeJson({ typ: "JWT", alg: "ES256" })}.${encodeJson(claims)}`;
  const point = Buffer.from(publicKey, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const key = createPrivateKey({ key: { kty: "EC", crv: "P-256", x, y, d: privateKey }, format: "jwk" });
  const signature = sign("sha256", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" });
  return `vapid t=${text}.${signature.toString("base64url")}, k=${publicKey}`;
}

const label = (text: string) => Buffer.from(`${text}\0`);
const encodeJson = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
/** A number that begins with zeros has fewer bytes. */
const padNumber = (number: Buffer) => Buffer.concat([Buffer.alloc(32 - number.length), number]);
