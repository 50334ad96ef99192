import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

const ORIGIN = "http://localhost:3000";
/** User present and verified. */
const USER_VERIFIED_FLAGS = 0b101;
const HAS_KEY_FLAG = 0b1000000;

interface ResponseOverrides {
  /** The origin of another site. */
  origin?: string;
  rpId?: string;
  flags?: number;
}

/** A device that makes one passkey and signs with it, in the format of browsers. */
export class TestAuthenticator {
  readonly id = randomBytes(32);
  readonly #pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
  counter = 0;

  /** Responds to the options of a new passkey. */
  make(
    { challenge }: { challenge: string },
    { origin = ORIGIN, rpId = "localhost", flags = USER_VERIFIED_FLAGS }: ResponseOverrides = {},
  ) {
    const { x = "", y = "" } = this.#pair.publicKey.export({ format: "jwk" });
    const key = cborMap([
      [cborInt(1), cborInt(2)],
      [cborInt(3), cborInt(-7)],
      [cborInt(-1), cborInt(1)],
      [cborInt(-2), cborBytes(Buffer.from(x, "base64url"))],
      [cborInt(-3), cborBytes(Buffer.from(y, "base64url"))],
    ]);
    const id = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id]);
    const data = Buffer.concat([this.#head(rpId, flags | HAS_KEY_FLAG), id, key]);
    const attestation = cborMap([
      [cborText("fmt"), cborText("none")],
      [cborText("attStmt"), cborMap([])],
      [cborText("authData"), cborBytes(data)],
    ]);
    return {
      ...this.#named(),
      response: {
        clientDataJSON: clientData("webauthn.create", challenge, origin),
        attestationObject: attestation.toString("base64url"),
      },
    };
  }

  /** Responds to the options of a sign-in. */
  sign(
    { challenge }: { challenge: string },
    { origin = ORIGIN, rpId = "localhost", flags = USER_VERIFIED_FLAGS }: ResponseOverrides = {},
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

/** Encodes the part of CBOR that such a response needs. */
function cborHead(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(kind << 5) | size]);
  if (size < 256) return Buffer.from([(kind << 5) | 24, size]);
  return Buffer.from([(kind << 5) | 25, size >> 8, size & 255]);
}
const cborInt = (value: number) => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value));
const cborBytes = (value: Buffer) => Buffer.concat([cborHead(2, value.length), value]);
const cborText = (value: string) => Buffer.concat([cborHead(3, value.length), Buffer.from(value)]);
const cborMap = (pairs: [Buffer, Buffer][]) => Buffer.concat([cborHead(5, pairs.length), ...pairs.flat()]);
