// A headless Chromium without a package: the DevTools protocol over two pipes. And a file server for it.
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";

export const program = ["chromium", "chromium-browser", "google-chrome"]
  .find((name) => spawnSync(name, ["--version"]).status === 0);
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm",
  ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png" };

// What a page with shared memory has to have.
const ISOLATED = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };

/** Serves folders by the first part of the path; a function gives bytes. Returns { address, close }. */
export async function serve(places) {
  const server = http.createServer((request, answer) => {
    const [, first, ...rest] = decodeURIComponent(request.url.split("?")[0]).split("/"), place = places[first];
    try {
      const body = typeof place === "function" ? place() : fs.readFileSync(path.join(place, ...rest));
      const type = TYPES[path.extname(request.url.split("?")[0])] ?? "application/octet-stream";
      answer.writeHead(200, { ...ISOLATED, "content-type": type });
      answer.end(body);
    } catch {
      answer.writeHead(404).end();
    }
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return { address: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** Opens a browser; onEvent gets the method and the parameters of each event of the protocol. */
export async function openBrowser(onEvent = () => {}) {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), "lanegjk-chromium-"));
  const child = spawn(program, ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", `--user-data-dir=${home}`,
    "--remote-debugging-pipe"], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"], env: { ...process.env, HOME: home } });
  const waiting = new Map(), complaints = [];
  let number = 0, left = "";
  child.stdio[4].setEncoding("utf8").on("data", (text) => {
    const parts = (left + text).split("\0");
    left = parts.pop();
    for (const { id, method, params, result, error } of parts.map((part) => JSON.parse(part))) {
      if (method === "Runtime.exceptionThrown") complaints.push(params.exceptionDetails.exception?.description ?? "an exception");
      if (!id) onEvent(method, params);
      if (id) (error ? waiting.get(id).no(new Error(error.message)) : waiting.get(id).yes(result)), waiting.delete(id);
    }
  });
  const send = (method, params = {}, sessionId) => new Promise((yes, no) => {
    waiting.set(++number, { yes, no });
    child.stdio[3].write(`${JSON.stringify({ id: number, method, params, sessionId })}\0`);
  });
  return {
    complaints,
    /** Opens a page; returns call (of the protocol) and run (an expression there). */
    async open(url, width = 1080, height = 800) {
      const { targetId } = await send("Target.createTarget", { url: "about:blank" });
      const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
      const call = (method, params) => send(method, params, sessionId);
      await call("Runtime.enable");
      await call("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
      await call("Page.navigate", { url });
      const run = async (expression) => {
        const request = { expression, awaitPromise: true, returnByValue: true };
        const { result, exceptionDetails } = await call("Runtime.evaluate", request);
        if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
        return result.value;
      };
      const until = async (expression, seconds = 30) => {
        for (let i = 0; i < 20 * seconds && !(await run(expression).catch(() => false)); i++)
          await new Promise((next) => setTimeout(next, 50));
        if (!(await run(expression))) throw new Error(`it never came: ${expression}; ${complaints}`);
      };
      return { call, run, until };
    },
    async close() {
      const ended = new Promise((done) => child.once("exit", done));
      await send("Browser.close").catch(() => {});
      await ended;
      fs.rmSync(home, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
