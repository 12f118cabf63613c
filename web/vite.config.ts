import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

import { notices } from "./notices";

/** Relative addresses, so that the page works under any prefix of a proxy; nothing inline, so that it
 * works under a strict content security policy; no source maps, so that no path of a machine is shipped. */
export default defineConfig({
  base: "./",
  plugins: [react(), notices()],
  build: {
    outDir: "../src/jurat/server/page",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    sourcemap: false,
    target: "es2022",
    modulePreload: { polyfill: false },
    rollupOptions: { output: { manualChunks: (id) => (id.includes("/node_modules/react") ? "react" : undefined) } },
  },
  server: { proxy: { "/v1": "http://127.0.0.1:8321" } },
  test: { environment: "node", include: ["tests/**/*.test.{ts,tsx}"] },
});
