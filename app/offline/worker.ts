/* The one service worker. Pages always come from the network: it only responds when there is none. */

/** The parts of a service worker's scope that the browser types lack. */
interface ServiceWorkerScope {
  registration: {
    navigationPreload?: { enable(): Promise<void> };
    showNotification(title: string, options: object): Promise<void>;
  };
  clients: {
    claim(): Promise<void>;
    matchAll(which: object): Promise<readonly WorkerWindow[]>;
    openWindow(path: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(name: "install" | "activate", act: (event: WaitableEvent) => void): void;
  addEventListener(name: "fetch", act: (event: FetchRequestEvent) => void): void;
  addEventListener(name: "push", act: (event: PushMessageEvent) => void): void;
  addEventListener(name: "notificationclick", act: (event: NotificationTapEvent) => void): void;
}
interface WorkerWindow {
  focus(): Promise<{ navigate(path: string): Promise<unknown> }>;
  postMessage(message: object, ports: MessagePort[]): void;
}
interface WaitableEvent {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchRequestEvent extends WaitableEvent {
  request: Request;
  preloadResponse?: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

interface PushMessageEvent extends WaitableEvent {
  data: { json(): { title: string; body: string; path: string } } | null;
}
interface NotificationTapEvent extends WaitableEvent {
  notification: { close(): void; data: { path: string } };
}

const worker = globalThis as unknown as ServiceWorkerScope;

/** Each build has its own worker and page, and deletes the others. */
const PAGE_CACHE = "offline-VERSION";
const OFFLINE_PATH = "/offline";

worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(PAGE_CACHE).then((cache) => cache.add(OFFLINE_PATH)));
  void worker.skipWaiting();
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(
    Promise.all([
      caches
        .keys()
        .then((names) => names.filter((name) => name.startsWith("offline-") && name !== PAGE_CACHE))
        .then((old) => Promise.all(old.map((name) => caches.delete(name)))),
      worker.registration.navigationPreload?.enable(),
      worker.clients.claim(),
    ]),
  );
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || /^\/(s|api)\//.test(pathname)) return;
  if (request.mode === "navigate") event.respondWith(respondWithPage(event));
});

async function respondWithPage(event: FetchRequestEvent): Promise<Response> {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    const offline = await caches.match(OFFLINE_PATH, { cacheName: PAGE_CACHE });
    if (!offline) throw error;
    return offline;
  }
}

/** Shows a push notification. A new one replaces the last of its kind. */
worker.addEventListener("push", (event) => {
  const { title, body, path } = event.data?.json() ?? { title: "", body: "", path: "/" };
  const look = { body, tag: body, icon: "/icon-192.png", data: { path } };
  event.waitUntil(worker.registration.showNotification(title, look));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPath(event.notification.data.path));
});

/**
 * Opens a page in a window where nothing typed is lost, or in a new one. Some systems open the app's first page
 * instead: it finds the path in a cache (`notification-taps.ts`).
 */
async function openPath(path: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: "window" });
  const answers = await Promise.all(windows.map(mayLeave));
  const free = windows.find((_, at) => answers[at]);
  if (free) return void (await (await free.focus()).navigate(path));
  const tapped = await caches.open("tapped");
  await tapped.put("/tapped", new Response(JSON.stringify({ path, at: Date.now() })));
  await worker.clients.openWindow(path);
}

/** A page that is silent this long is of an older version, or asleep with a form. */
const MAX_SILENCE_MS = 1_000;

/** Asks a window whether its page may be left. */
function mayLeave(window: WorkerWindow): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data === true);
    setTimeout(() => resolve(false), MAX_SILENCE_MS);
    window.postMessage({ kind: "may_leave" }, [port2]);
  });
}
