import { type FormEvent, useEffect, useRef } from "react";

import { keepToken, TOKEN_NEEDED } from "../api";

/** Asks for the token when the server wants one; it is kept for this tab only. */
export function TokenDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const open = () => {
      if (!dialog.current?.open) dialog.current?.showModal();
    };
    window.addEventListener(TOKEN_NEEDED, open);
    return () => window.removeEventListener(TOKEN_NEEDED, open);
  }, []);
  const keep = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    keepToken(String(new FormData(event.currentTarget).get("token") ?? ""));
    window.location.reload();
  };
  return (
    <dialog ref={dialog} aria-labelledby="token-title">
      <form onSubmit={keep}>
        <h2 id="token-title">This server asks for a token</h2>
        <p className="soft">Whoever started it has the token. It is kept until this tab is closed.</p>
        <label>
          Token
          <input name="token" type="password" autoComplete="off" required />
        </label>
        <button type="submit" className="main">Go on</button>
      </form>
    </dialog>
  );
}
