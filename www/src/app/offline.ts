/**
 * Keeps the page's files for when there is no network. Later: what the first view needs comes first. Where there is no
 * service worker (a page from a file, an address without TLS), the page works as long as it is open.
 */
export function keepForOffline(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const register = () => navigator.serviceWorker.register("offline.js").catch(() => undefined);
  const idle = window.requestIdleCallback ?? setTimeout;
  if (document.readyState === "complete") idle(register);
  else addEventListener("load", () => idle(register));
}
