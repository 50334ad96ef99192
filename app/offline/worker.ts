/* The one service worker. Pages always come from the network: it only answers when there is none. */

/** What these lines need of the worker's own world, which the browser's types do not name. */
interface Worker {
  registration: {
    navigationPreload?: { enable(): Promise<void> };
    showNotification(title: string, options: object): Promise<void>;
  };
  clients: {
    claim(): Promise<void>;
    matchAll(which: object): Promise<readonly Opened[]>;
    openWindow(path: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(name: "install" | "activate", act: (event: Lasting) => void): void;
  addEventListener(name: "fetch", act: (event: Asked) => void): void;
  addEventListener(name: "push", act: (event: Pushed) => void): void;
  addEventListener(name: "notificationclick", act: (event: Tapped) => void): void;
}
interface Opened {
  focus(): Promise<{ navigate(path: string): Promise<unknown> }>;
}
interface Lasting {
  waitUntil(work: Promise<unknown>): void;
}
interface Asked extends Lasting {
  request: Request;
  preloadResponse?: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

interface Pushed extends Lasting {
  data: { json(): { title: string; body: string; path: string } } | null;
}
interface Tapped extends Lasting {
  notification: { close(): void; data: { path: string } };
}

const worker = globalThis as unknown as Worker;

/** Another build brings another worker, which keeps a page of its own and throws the others away. */
const PAGE_CACHE = "offline-VERSION";
const PAGE = "/offline";

worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(PAGE_CACHE).then((cache) => cache.add(PAGE)));
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
  if (request.mode === "navigate") event.respondWith(page(event));
});

async function page(event: Asked): Promise<Response> {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    const offline = await caches.match(PAGE, { cacheName: PAGE_CACHE });
    if (!offline) throw error;
    return offline;
  }
}

/** The portal pushes what a lock screen may show, and no more. What is of one kind takes the place of the one before. */
worker.addEventListener("push", (event) => {
  const { title, body, path } = event.data?.json() ?? { title: "", body: "", path: "/" };
  const look = { body, tag: body, icon: "/icon-192.png", data: { path } };
  event.waitUntil(worker.registration.showNotification(title, look));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data.path));
});

/** In a window that is open, or else in a new one. */
async function lead(path: string): Promise<void> {
  const [opened] = await worker.clients.matchAll({ type: "window" });
  if (opened) await (await opened.focus()).navigate(path);
  else await worker.clients.openWindow(path);
}
