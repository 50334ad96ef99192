import { createServer, type RequestListener, type Server } from "node:http";
import type { SimulatedSocket } from "../thread/simulated-socket.ts";

/** The services outside, by their names. */
const servers = new Map<string, Server>();

export function serve(name: string, listener: RequestListener): void {
  servers.set(name, createServer({ requestTimeout: 0, headersTimeout: 0 }, listener));
}

export function accept(service: string, socket: SimulatedSocket): void {
  const server = servers.get(service);
  if (!server) throw new Error(`There is no service ${service}.`);
  server.emit("connection", socket);
}
