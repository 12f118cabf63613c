/** A refusal of the server, with the field at fault where it names one (problem+json). */
export class Problem extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly field?: string,
  ) {
    super(message);
  }
}

const TOKEN = "jurat-token";
export const TOKEN_NEEDED = "jurat-token-needed";

/** Keeps the token for this tab only. */
export function keepToken(token: string): void {
  sessionStorage.setItem(TOKEN, token.trim());
}

/** Asks the server; addresses are relative to the page, so it works under any prefix. */
export async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const token = sessionStorage.getItem(TOKEN);
  const headers = new Headers(init.headers);
  if (token) headers.set("Authorization", `Bearer ${token}`);
  const reply = await fetch(`v1/${path}`, { ...init, headers });
  if (reply.ok) return reply;
  if (reply.status === 401) window.dispatchEvent(new Event(TOKEN_NEEDED));
  throw await problem(reply);
}

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return (await (await ask(path, { signal })).json()) as T;
}

export async function post<T>(path: string, body: unknown, signal?: AbortSignal, method = "POST"): Promise<T> {
  const headers = { "Content-Type": "application/json" };
  return (await (await ask(path, { method, body: JSON.stringify(body), headers, signal })).json()) as T;
}

async function problem(reply: Response): Promise<Problem> {
  try {
    const body = (await reply.json()) as { title?: string; detail?: string; field?: string };
    return new Problem(reply.status, body.detail || body.title || reply.statusText, body.field);
  } catch {
    return new Problem(reply.status, `the server answered ${reply.status} ${reply.statusText}`);
  }
}

/** What went wrong, as a person reads it. */
export function complaint(error: unknown): string {
  if (error instanceof Problem) return error.field ? `${error.field}: ${error.message}` : error.message;
  if (error instanceof TypeError) return "the server cannot be reached; start it again, then reload this page";
  return error instanceof Error ? error.message : String(error);
}
