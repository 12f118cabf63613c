import type { ReactNode } from "react";

import type { Tone } from "../text/marks";
import type { Verdict } from "../types";

const TONES: Record<string, Tone> = { PASS: "good", WARN: "half", FAIL: "bad", yes: "good", no: "bad", deadlock: "half" };

/** A word on a wash of its tone, with a sign, so that colour never speaks alone. */
export function Chip({ tone = "flat", children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`chip ${tone}`}>{children}</span>;
}

export function VerdictChip({ verdict }: { verdict: Verdict }) {
  return <Chip tone={verdictTone(verdict)}>{verdict}</Chip>;
}

export const verdictTone = (verdict: string): Tone => TONES[verdict] ?? "flat";

/** What went wrong, said at once to a screen reader. */
export function Trouble({ children }: { children: ReactNode }) {
  return (
    <p className="trouble" role="alert">
      {children}
    </p>
  );
}

/** What went wrong at an address, and the way back from it. */
export function Lost({ children, back, name }: { children: ReactNode; back: string; name: string }) {
  return (
    <div className="empty">
      <Trouble>{children}</Trouble>
      <p><a className="button" href={back}>{name}</a></p>
    </div>
  );
}

export function Waiting({ children = "loading" }: { children?: ReactNode }) {
  return (
    <p className="waiting" role="status">
      {children} …
    </p>
  );
}
