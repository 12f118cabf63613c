import { useLoaded } from "../loading";

/** How far the judge agrees with the people who labelled its rows. */
export function AgreementView({ run }: { run: string; judge: string }) {
  const { data } = useLoaded<Record<string, unknown>>(`runs/${encodeURIComponent(run)}/agreement`);
  if (!data) return null;
  return <pre className="agreement">{JSON.stringify(data, null, 1)}</pre>;
}
