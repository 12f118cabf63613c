import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";

export interface Tab {
  key: string;
  name: ReactNode;
}

interface Props {
  label: string;
  tabs: Tab[];
  chosen: string;
  onChoose: (key: string) => void;
  className?: string;
  children: ReactNode;
}

/** Tabs as ARIA describes them: arrows, Home and End move, the panel follows. */
export function Tabs({ label, tabs, chosen, onChoose, className = "tabs", children }: Props) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.key === chosen);
    const to = step(event.key, at, tabs.length);
    const next = to === null ? undefined : tabs[to];
    if (to === null || !next) return;
    event.preventDefault();
    onChoose(next.key);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[to]?.focus();
  };
  return (
    <>
      <div role="tablist" aria-label={label} className={className} ref={list}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-${tab.key}`}
            aria-selected={tab.key === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={tab.key === chosen ? 0 : -1}
            onClick={() => onChoose(tab.key)}
            onKeyDown={move}
          >
            {tab.name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </>
  );
}

/** Where a key leads in a row of things, round its ends; null for a key that leads nowhere. */
export function step(key: string, at: number, length: number): number | null {
  if (key === "Home") return 0;
  if (key === "End") return length - 1;
  if (key === "ArrowRight" || key === "ArrowDown") return (at + 1) % length;
  if (key === "ArrowLeft" || key === "ArrowUp") return (at - 1 + length) % length;
  return null;
}
