import { ask } from "./api";

export interface ServerEvent {
  event: string;
  data: unknown;
}

/** The events of a stream as they come. EventSource cannot send a token, so the stream is read by hand. */
export async function* events(path: string, signal: AbortSignal): AsyncGenerator<ServerEvent> {
  const reply = await ask(path, { signal, headers: { Accept: "text/event-stream" } });
  if (!reply.body) return;
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    rest += value.replaceAll("\r\n", "\n");
    const blocks = rest.split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const event = readEvent(block);
      if (event) yield event;
    }
  }
}

/** One event from its lines; comments and unknown fields are passed over. */
export function readEvent(block: string): ServerEvent | null {
  let event = "message";
  const data: string[] = [];
  for (const line of block.split("\n")) {
    const [, field, value] = /^([a-z]+): ?(.*)$/s.exec(line) ?? [];
    if (field === "event") event = value ?? "";
    if (field === "data") data.push(value ?? "");
  }
  return data.length ? { event, data: JSON.parse(data.join("\n")) as unknown } : null;
}
