import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

import type { Plugin } from "vite";

interface Manifest {
  name: string;
  version: string;
  license?: string;
}

/** Fonts come in by the style sheet and are no modules. */
const fonts = ["@fontsource-variable/inter", "@fontsource-variable/source-serif-4"];

/** Writes the licences of everything that is bundled beside the bundle. */
export function notices(): Plugin {
  return {
    name: "notices",
    apply: "build",
    generateBundle() {
      const homes = new Set(fonts.map((font) => join("node_modules", font)));
      for (const id of this.getModuleIds()) {
        const home = packageOf(id.replace(/^\0/, "").split("?")[0] ?? "");
        if (home) homes.add(home);
      }
      const parts = [...homes].map(notice).sort();
      this.emitFile({ type: "asset", fileName: "third-party.txt", source: parts.join("\n\n") + "\n" });
    },
  };
}

function packageOf(file: string): string | null {
  if (!file.includes("/node_modules/")) return null;
  let at = dirname(file);
  while (at.includes("/node_modules/")) {
    const manifest = join(at, "package.json");
    if (existsSync(manifest) && (JSON.parse(readFileSync(manifest, "utf8")) as Partial<Manifest>).version) return at;
    at = dirname(at);
  }
  return null;
}

function notice(home: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as Manifest;
  const file = readdirSync(home).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file ? readFileSync(join(home, file), "utf8").trim().replace(/\r\n/g, "\n") : "";
  return `${name} ${version} (${license ?? "see below"})\n${"=".repeat(40)}\n${text}`;
}
