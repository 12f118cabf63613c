// Lets the search run in pages that are opened as files: browsers start no Worker there, so this one runs its
// script in a hidden frame. Pages that a server delivers keep the browser's own Worker.
(() => {
  if (location.protocol !== "file:") return;

  // Runs inside the frame: what a worker's script expects to find.
  const runtime = () => {
    window.postMessage = (data) => parent.postMessage(data, "*");
    window.importScripts = (...urls) =>
      urls.reduce(
        (before, url) =>
          before.then(
            () =>
              new Promise((loaded) => {
                const script = document.createElement("script");
                script.src = url;
                script.onload = loaded;
                document.body.append(script);
              }),
          ),
        Promise.resolve(),
      );
  };

  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      this.receive = (event) => {
        if (event.source !== this.frame.contentWindow) return;
        this.dispatchEvent(new MessageEvent("message", { data: event.data }));
        this.onmessage?.(event);
      };
      addEventListener("message", this.receive);
      this.ready = new Promise((loaded) => {
        const page = this.frame.contentDocument;
        page.open();
        page.write("<!doctype html><body></body>");
        page.close();
        const prelude = page.createElement("script");
        prelude.textContent = `(${runtime})()`;
        page.body.append(prelude);
        const script = page.createElement("script");
        script.src = url;
        script.onload = loaded;
        page.body.append(script);
      });
    }

    postMessage(data) {
      this.ready.then(() => {
        this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data: structuredClone(data) }));
      });
    }

    terminate() {
      removeEventListener("message", this.receive);
      this.frame.remove();
    }
  };
})();
