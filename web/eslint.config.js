import js from "@eslint/js";
import a11y from "eslint-plugin-jsx-a11y";
import hooks from "eslint-plugin-react-hooks";
import ts from "typescript-eslint";

export default ts.config(
  { ignores: ["src/wire.d.ts"] },
  js.configs.recommended,
  ...ts.configs.strict,
  hooks.configs.flat.recommended,
  a11y.flatConfigs.recommended,
  {
    rules: {
      // Judged text is hostile: it is only ever set as text nodes.
      "no-restricted-syntax": [
        "error",
        { selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']", message: "set text, never HTML" },
        { selector: "MemberExpression[property.name=/^(innerHTML|outerHTML|insertAdjacentHTML)$/]", message: "set text, never HTML" },
      ],
      "react-hooks/incompatible-library": "off",
      "no-eval": "error",
      "no-implied-eval": "error",
      "jsx-a11y/no-noninteractive-tabindex": ["error", { tags: [], roles: ["region", "grid"] }],
    },
  },
);
