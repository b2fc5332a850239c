// The service worker: the page works without a network once it was loaded. It asks for nothing but the page's own files,
// which the build lists here by name and, in VERSION, by content.

const FILES = /* files */ [];
const VERSION = /* version */ "";

const own = `tooltrim-playground ${registration.scope}`;
const current = `${own} ${VERSION}`;

addEventListener("install", (event) => {
  event.waitUntil(fill());
  skipWaiting();
});

addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([dropOld(), clients.claim()]));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(registration.scope)) return;
  event.respondWith(answer(request));
});

/** What an older version has under the same name is the same file: names of scripts and styles tell their content. */
async function fill() {
  const cache = await caches.open(current);
  const named = FILES.filter((file) => file.startsWith("assets/"));
  const missing = [];
  for (const file of named) {
    const known = await caches.match(file);
    if (known) await cache.put(file, known);
    else missing.push(file);
  }
  const others = FILES.filter((file) => !named.includes(file));
  await cache.addAll([...others.map((file) => new Request(file, { cache: "reload" })), ...missing]);
}

async function dropOld() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(`${own} `) && name !== current).map((name) => caches.delete(name)),
  );
}

/**
 * The page itself from the network, as there may be a newer one; without a network, or where it is slow, as it was. An
 * older page that is still open finds its scripts in the cache or on the server.
 */
async function answer(request) {
  const cache = await caches.open(current);
  if (request.mode !== "navigate") return (await cache.match(request)) ?? fetch(request);
  const known = await cache.match("./");
  if (!known) return fetch(request);
  const fresh = fetch(request).then((response) => (response.ok ? response : known));
  const patience = new Promise((resolve) => setTimeout(resolve, 3000, known));
  return Promise.race([fresh.catch(() => known), patience]);
}
