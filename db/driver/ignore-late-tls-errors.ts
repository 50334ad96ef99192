import tls from "node:tls";
import { PoolSocket } from "./pool-socket.ts";

type Emit = (event: string | symbol, ...args: unknown[]) => boolean;

/**
 * Keeps the error of a TLS socket that the driver has let go of from ending the process: at the end of a connection it
 * removes its listeners, and a write that still waited fails afterwards. The driver makes that socket itself, by
 * `tls.connect`, which is replaced for all.
 */
export function ignoreLateTlsErrors(): void {
  const connect = tls.connect;
  tls.connect = ((...args: Parameters<typeof connect>) => {
    const secure = connect(...args);
    if (isOfPool(args[0])) dropErrorsWithoutListener(secure);
    return secure;
  }) as typeof connect;
}

const isOfPool = (options: unknown) => (options as { socket?: unknown }).socket instanceof PoolSocket;

function dropErrorsWithoutListener(socket: tls.TLSSocket): void {
  const emit: Emit = socket.emit.bind(socket);
  const emitIfHeard: Emit = (event, ...args) =>
    (event === "error" && socket.listenerCount("error") === 0) || emit(event, ...args);
  socket.emit = emitIfHeard;
}
