import { useEffect, useState } from "react";

export type Theme = "auto" | "light" | "dark";
const KEY = "jurat-theme";
const ORDER: Theme[] = ["auto", "light", "dark"];

/** The chosen theme, kept in this browser, and a switch to the next one. */
export function useTheme(): [Theme, () => void] {
  const [theme, setTheme] = useState<Theme>(() => kept());
  useEffect(() => {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    localStorage.setItem(KEY, theme);
  }, [theme]);
  return [theme, () => setTheme(ORDER[(ORDER.indexOf(theme) + 1) % ORDER.length] ?? "auto")];
}

function kept(): Theme {
  const theme = localStorage.getItem(KEY);
  return ORDER.find((one) => one === theme) ?? "auto";
}
