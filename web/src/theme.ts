import { useState } from "react";

export type Theme = "auto" | "light" | "dark";
const KEY = "jurat-theme";
const ORDER: Theme[] = ["auto", "light", "dark"];

/** The chosen theme, kept in this browser, and a switch to the next one. */
export function useTheme(): [Theme, () => void] {
  const [theme, setTheme] = useState<Theme>(kept);
  const next = ORDER[(ORDER.indexOf(theme) + 1) % ORDER.length] ?? "auto";
  const choose = () => {
    localStorage.setItem(KEY, next);
    showTheme();
    setTheme(next);
  };
  return [theme, choose];
}

/** Apply the kept theme to the document; called before the first paint, so that no other theme is seen first. */
export function showTheme(): void {
  const theme = kept();
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

function kept(): Theme {
  const theme = localStorage.getItem(KEY);
  return ORDER.find((one) => one === theme) ?? "auto";
}
