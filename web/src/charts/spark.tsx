import { count } from "../words";

/** A histogram in the space of a word. */
export function Spark({ counts, label }: { counts: number[]; label: string }) {
  const most = Math.max(...counts, 1);
  const width = 6;
  return (
    <svg className="spark" viewBox={`0 0 ${counts.length * width} 24`} role="img" aria-label={label}>
      {counts.map((n, at) => {
        const height = n ? Math.max(1.5, (n / most) * 22) : 0.75;
        return <rect key={at} x={at * width + 0.75} y={23 - height} width={width - 1.5} height={height} className={n ? "some" : "none"} />;
      })}
    </svg>
  );
}

const ORDER = ["PASS", "WARN", "FAIL"];

/** Verdicts as one bar, shares of the whole. */
export function VerdictBar({ verdicts }: { verdicts: Record<string, number> }) {
  const total = Object.values(verdicts).reduce((sum, n) => sum + n, 0);
  if (!total) return null;
  const said = ORDER.map((name) => `${name} ${count(verdicts[name] ?? 0)}`).join(", ");
  const share = (name: string) => ((verdicts[name] ?? 0) / total) * 100;
  return (
    <svg className="verdict-bar" viewBox="0 0 100 6" preserveAspectRatio="none" role="img" aria-label={said}>
      {ORDER.map((name, at) => (
        <rect key={name} className={name} x={ORDER.slice(0, at).reduce((x, one) => x + share(one), 0)} width={share(name)} height="6" />
      ))}
    </svg>
  );
}
