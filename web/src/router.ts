import { useSyncExternalStore } from "react";

/** Where the page is: the steps of the address after the hash, and what is asked of that place. */
export interface Route {
  steps: string[];
  query: URLSearchParams;
}

/** The route that a hash names; `#/runs/r1/rows?verdict=FAIL` has three steps and one question. */
export function parse(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  return { steps: path.split("/").filter(Boolean).map(decode), query: new URLSearchParams(query) };
}

/** The address of a place; steps are encoded, and questions without an answer left out. */
export function address(steps: (string | number)[], query: Record<string, string | number | undefined> = {}): string {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== "") asked.set(name, String(value));
  const tail = asked.toString();
  return "#/" + steps.map((step) => encodeURIComponent(String(step))).join("/") + (tail ? "?" + tail : "");
}

/** Goes to an address; `replace` keeps it out of the history, for filters that change with every key. */
export function go(to: string, { replace = false } = {}): void {
  if (!replace) {
    window.location.hash = to;
    return;
  }
  window.history.replaceState(null, "", to);
  window.dispatchEvent(new HashChangeEvent("hashchange"));
}

/** The present route; renders again when it changes. */
export function useRoute(): Route {
  return parse(useSyncExternalStore(listen, () => window.location.hash));
}

function listen(changed: () => void): () => void {
  window.addEventListener("hashchange", changed);
  return () => window.removeEventListener("hashchange", changed);
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
