import { useId } from "react";

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  rows?: number;
  hint?: string;
}

/** A text to paste or type, with its label. */
export function Field({ label, value, onChange, rows = 9, hint }: Props) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea id={id} rows={rows} value={value} placeholder={hint} spellCheck={false} onChange={(event) => onChange(event.target.value)} />
    </div>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly (string | readonly [string, string])[];
  onChange: (value: string) => void;
}

/** One of several, as a plain select. */
export function Choice({ label, value, options, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <span className="choice">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => {
          const [key, name] = typeof option === "string" ? [option, option] : option;
          return <option key={key} value={key}>{name}</option>;
        })}
      </select>
    </span>
  );
}
