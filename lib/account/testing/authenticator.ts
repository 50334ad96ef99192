import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

const ORIGIN = "http://localhost:3000";
/** Somebody is there, and the device made sure who. */
const VERIFIED = 0b101;
const HAS_KEY = 0b1000000;

interface Odd {
  /** A page of somebody else's asked. */
  origin?: string;
  rpId?: string;
  flags?: number;
}

/** A device that makes one passkey and signs with it, as browsers pass its answers on. */
export class TestAuthenticator {
  readonly id = randomBytes(32);
  readonly #pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
  counter = 0;

  /** The answer to the options of a new passkey. */
  make(
    { challenge }: { challenge: string },
    { origin = ORIGIN, rpId = "localhost", flags = VERIFIED }: Odd = {},
  ) {
    const { x = "", y = "" } = this.#pair.publicKey.export({ format: "jwk" });
    const key = map([
      [int(1), int(2)],
      [int(3), int(-7)],
      [int(-1), int(1)],
      [int(-2), bytes(Buffer.from(x, "base64url"))],
      [int(-3), bytes(Buffer.from(y, "base64url"))],
    ]);
    const id = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id]);
    const data = Buffer.concat([this.#head(rpId, flags | HAS_KEY), id, key]);
    const attestation = map([
      [text("fmt"), text("none")],
      [text("attStmt"), map([])],
      [text("authData"), bytes(data)],
    ]);
    return {
      ...this.#named(),
      response: {
        clientDataJSON: clientData("webauthn.create", challenge, origin),
        attestationObject: attestation.toString("base64url"),
      },
    };
  }

  /** The answer to the options of a sign-in. */
  sign(
    { challenge }: { challenge: string },
    { origin = ORIGIN, rpId = "localhost", flags = VERIFIED }: Odd = {},
  ) {
    const clientDataJSON = clientData("webauthn.get", challenge, origin);
    const data = this.#head(rpId, flags);
    const hash = createHash("sha256").update(Buffer.from(clientDataJSON, "base64url")).digest();
    return {
      ...this.#named(),
      response: {
        clientDataJSON,
        authenticatorData: data.toString("base64url"),
        signature: sign("sha256", Buffer.concat([data, hash]), this.#pair.privateKey).toString("base64url"),
      },
    };
  }

  #named() {
    const id = this.id.toString("base64url");
    return { id, rawId: id, type: "public-key" as const, clientExtensionResults: {} };
  }

  #head(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([createHash("sha256").update(rpId).digest(), Buffer.from([flags]), counter]);
  }
}

const clientData = (type: string, challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString("base64url");

/** As much of CBOR as such an answer is made of. */
function head(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(kind << 5) | size]);
  if (size < 256) return Buffer.from([(kind << 5) | 24, size]);
  return Buffer.from([(kind << 5) | 25, size >> 8, size & 255]);
}
const int = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value));
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value]);
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const map = (pairs: [Buffer, Buffer][]) => Buffer.concat([head(5, pairs.length), ...pairs.flat()]);
