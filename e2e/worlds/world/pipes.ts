import type { Queue } from "./queue.ts";
import type { World } from "./world.ts";

/** One end of a connection between two threads, with the bytes on their way to it. */
interface End {
  thread: string;
  socket: number;
  arriving: Queue;
  peer: End | undefined;
  /** The service that it belongs to, outside. */
  service: string | undefined;
}

const OUTSIDE = "outside";
/** Numbers of accepted sockets are far from those that a thread gives. */
const ACCEPTED = 1_000_000;
const MAX_DELAY_MS = 40;

/** All connections between machines and the services outside. */
export class Pipes {
  readonly #world: World;
  readonly #ends: End[] = [];
  /** The services by their ports; one that is away refuses connections. */
  readonly services = new Map<number, { name: string; isUp: boolean }>();
  #accepted = ACCEPTED;

  constructor(world: World) {
    this.#world = world;
  }

  open(thread: string, socket: number, port: number): void {
    const service = this.services.get(port);
    const end = this.#addEnd(thread, socket);
    if (!service?.isUp) return void this.#send(end, "refused");
    const peer = this.#addEnd(OUTSIDE, ++this.#accepted, service.name);
    Object.assign(end, { peer });
    Object.assign(peer, { peer: end });
    this.#world.note(`${thread} connects to ${service.name}`);
    peer.arriving.add(this.#soon(), async () => {
      await this.#world.apply(OUTSIDE, { kind: "accept", socket: peer.socket, service: service.name });
      this.#send(end, "connected");
    });
  }

  write(thread: string, socket: number, bytes: Uint8Array): void {
    const peer = this.#find(thread, socket)?.peer;
    if (peer) this.#send(peer, bytes);
  }

  end(thread: string, socket: number): void {
    const peer = this.#find(thread, socket)?.peer;
    if (peer) this.#send(peer, "ended");
  }

  closeFrom(thread: string, socket: number): void {
    const end = this.#find(thread, socket);
    if (!end) return;
    if (end.peer) {
      this.#send(end.peer, "ended");
      end.peer.peer = undefined;
    }
    this.#remove(end);
  }

  /** Ends the connections of a machine that is gone. What it sent still arrives. */
  leave(thread: string): void {
    for (const end of this.#ends.filter((each) => each.thread === thread)) this.closeFrom(thread, end.socket);
  }

  /** Breaks all connections to a service. */
  reset(name: string): void {
    for (const end of this.#ends.filter((each) => each.service === name)) {
      const { peer } = end;
      this.#send(end, "reset");
      if (peer) this.#send(peer, "reset");
    }
  }

  #send(end: End, did: "connected" | "ended" | "reset" | "refused" | Uint8Array): void {
    const what = did instanceof Uint8Array ? `${did.length} bytes` : did;
    end.arriving.add(this.#soon(), async () => {
      this.#world.note(`${end.thread} ${end.socket} gets ${what}`);
      await this.#world.apply(end.thread, { kind: "socket", socket: end.socket, did });
    });
  }

  #soon = () => this.#world.now + this.#world.between(0, MAX_DELAY_MS);

  #addEnd(thread: string, socket: number, service?: string): End {
    const end: End = { thread, socket, arriving: this.#world.addQueue(), peer: undefined, service };
    this.#ends.push(end);
    return end;
  }

  #remove(end: End): void {
    this.#world.queues.delete(end.arriving);
    this.#ends.splice(this.#ends.indexOf(end), 1);
  }

  #find = (thread: string, socket: number) =>
    this.#ends.find((end) => end.thread === thread && end.socket === socket);
}
