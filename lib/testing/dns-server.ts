import { createSocket } from "node:dgram";
import { once } from "node:events";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

type RecordType = "A" | "AAAA" | "CAA" | "CNAME" | "TXT";

/** A DNS server on loopback whose records a test sets. */
export interface TestDnsServer {
  /** As `SHOP_DOMAIN_DNS` and `setServers` of a resolver take it. */
  address: string;
  /** Sets the records of a name; an empty list removes them. One of CAA is the authority of its `issue`. */
  set(name: string, type: RecordType, values: readonly string[]): void;
  /** The server no longer responds about names that end so. */
  silence(ending: string): void;
  /** Counts the questions that have arrived. */
  countQuestions(): number;
  close(): void;
}

const TYPES: Record<number, RecordType> = { 1: "A", 5: "CNAME", 16: "TXT", 28: "AAAA", 257: "CAA" };
const CODES = { A: 1, CNAME: 5, TXT: 16, AAAA: 28, CAA: 257 } as const;

export async function startDnsServer(): Promise<TestDnsServer> {
  const records = new Map<string, readonly string[]>();
  const silent = new Set<string>();
  let questions = 0;
  const socket = createSocket("udp4");
  socket.on("message", (message, { port, address }) => {
    const { name, type, end } = readQuestion(message);
    questions += 1;
    if ([...silent].some((ending) => name.endsWith(ending))) return;
    const isKnown = [...records].some(([key, set]) => key.startsWith(`${name} `) && set.length > 0);
    const values = type ? (records.get(`${name} ${type}`) ?? []) : [];
    socket.send(buildResponse(message.subarray(0, end), isKnown, type ?? "A", values), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return {
    address: `127.0.0.1:${socket.address().port}`,
    set: (name, type, values) => void records.set(`${name} ${type}`, values),
    silence: (ending) => void silent.add(ending),
    countQuestions: () => questions,
    close: () => socket.close(),
  };
}

function readQuestion(message: Buffer): { name: string; type: RecordType | undefined; end: number } {
  const labels: string[] = [];
  let at = 12;
  while (message[at]) {
    const length = message[at] ?? 0;
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: TYPES[message.readUInt16BE(at + 1)], end: at + 5 };
}

function buildResponse(
  question: Buffer,
  isKnown: boolean,
  type: RecordType,
  values: readonly string[],
): Buffer {
  const head = Buffer.from(question);
  head.writeUInt16BE(isKnown ? 0x8180 : 0x8183, 2);
  head.writeUInt16BE(values.length, 6);
  head.fill(0, 8, 12);
  return Buffer.concat([head, ...values.map((value) => buildAnswer(type, encodeValue(type, value)))]);
}

function buildAnswer(type: RecordType, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  // The name is the question's.
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(CODES[type], 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function encodeValue(type: RecordType, value: string): Buffer {
  if (type === "TXT") return encodeText(value);
  if (type === "CAA") return Buffer.concat([Buffer.alloc(1), encodeText("issue"), Buffer.from(value)]);
  if (isIP(value)) return Buffer.from(ipaddr.parse(value).toByteArray());
  return Buffer.concat([...value.split(".").map(encodeText), Buffer.alloc(1)]);
}

const encodeText = (text: string) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text, "latin1")]);
