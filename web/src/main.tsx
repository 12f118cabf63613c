import "./styles/index.css";

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

import { App } from "./app";

const page = document.getElementById("page");
if (page) {
  createRoot(page).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
