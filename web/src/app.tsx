import { type ReactNode, useEffect, useRef } from "react";

import { useLoaded } from "./loading";
import { Lost, Waiting } from "./parts/chips";
import { TokenDialog } from "./parts/token-dialog";
import { address, type Route, useRoute } from "./router";
import { learn } from "./scales";
import { useTheme } from "./theme";
import { Compare } from "./views/compare";
import { Queue } from "./views/queue";
import { Row } from "./views/row";
import { Run } from "./views/run";
import { Runs } from "./views/runs";
import { Try } from "./views/try";
import type { components } from "./wire";

const PLACES = [
  ["try", "Try it"],
  ["runs", "Runs"],
  ["compare", "Compare"],
] as const;

const SIGNS = { auto: "◐", light: "☀", dark: "☾" };

/** The page: where one can go, and the place one is at. */
export function App() {
  const route = useRoute();
  const [theme, nextTheme] = useTheme();
  const main = useRef<HTMLElement>(null);
  const place = route.steps[0] ?? "try";
  const key = route.steps.join("/");
  const judges = useLoaded<components["schemas"]["JudgesAnswer"]>("judges");
  if (judges.data) learn(judges.data.judges);
  useTitle(route);
  useEffect(() => {
    window.scrollTo(0, 0);
  }, [key]);
  return (
    <>
      <a className="skip" href="#main" onClick={(event) => { event.preventDefault(); main.current?.focus(); }}>Skip to the content</a>
      <header className="top">
        <a className="brand" href={address([])}>Jurat</a>
        <nav aria-label="Main">
          {PLACES.map(([step, name]) => (
            <a key={step} href={address([step])} aria-current={place === step ? "page" : undefined}>{name}</a>
          ))}
        </nav>
        <button type="button" className="plain" onClick={nextTheme} aria-label={`Theme: ${theme}. Switch`} title={`Theme: ${theme}`}>
          <span aria-hidden="true">{SIGNS[theme]}</span>
        </button>
      </header>
      <main id="main" ref={main} tabIndex={-1}>{view(route, judges.data !== null || judges.error !== null)}</main>
      <TokenDialog />
    </>
  );
}

/** What is at an address; only a run is asked for before the judges are known. */
function view({ steps, query }: Route, ready: boolean): ReactNode {
  const [place = "try", id, part, row, mode] = steps;
  if (place === "runs" && id && !part) return <Run key={id} id={id} query={query} ready={ready} />;
  if (!ready) return <Waiting />;
  if (place === "runs" && id && part === "rows" && row) {
    return <Row key={`${id}/${row}`} run={id} place={row} labelling={mode === "label"} mark={query.get("mark")} />;
  }
  if (place === "runs" && id && part === "queue") return <Queue key={id} run={id} />;
  if (place === "runs" && id) return <Lost back={address(["runs", id])} name="Back to the run">There is nothing at this address.</Lost>;
  if (place === "runs") return <Runs judge={query.get("judge") ?? ""} deleted={query.get("deleted") ?? ""} />;
  if (place === "compare") return <Compare query={query} />;
  if (place === "try") return <Try kind={id} example={query.has("example")} />;
  return <Lost back={address(["runs"])} name="Show all runs">There is nothing at this address.</Lost>;
}

function useTitle({ steps }: Route): void {
  const [place = "try", id, , row] = steps;
  const name = PLACES.find(([step]) => step === place)?.[1] ?? "Jurat";
  const title = [row && `row ${row}`, place === "runs" && id, name, "Jurat"].filter(Boolean).join(" · ");
  useEffect(() => {
    document.title = title;
  }, [title]);
}
