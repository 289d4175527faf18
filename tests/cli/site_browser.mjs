// Opens pages of the site in Chromium, at the width of a desktop and of a phone: no console error, no exception, no failed
// request, the dark colours where the system prefers them, and a theme switch that changes the theme. The page of results
// has at most five screens of a desktop.
//   site_browser.mjs HTML_FOLDER
import path from "node:path";
import { openBrowser, program, serve } from "../../bindings/js/tests/chromium.mjs";

const folder = path.resolve(process.argv[2]);
const PAGES = ["index.html", "docs/concepts.html", "api/lanegjk.html", "results/README.html", "search.html"];
const COLOUR = "getComputedStyle(document.body).backgroundColor";
const faults = [];

/** Collects the faults that the protocol reports while a page is open. */
function listen(method, params) {
  if (method === "Runtime.exceptionThrown") {
    faults.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
  } else if (method === "Runtime.consoleAPICalled" && params.type === "error") {
    faults.push(`console: ${params.args.map((value) => value.value ?? value.description).join(" ")}`);
  } else if (method === "Log.entryAdded" && params.entry.level === "error") {
    faults.push(`log: ${params.entry.text} ${params.entry.url ?? ""}`);
  } else if (method === "Network.responseReceived" && params.response.status >= 400) {
    faults.push(`status ${params.response.status}: ${params.response.url}`);
  } else if (method === "Network.loadingFailed" && !params.canceled) {
    faults.push(`a request failed: ${params.errorText}`);
  }
}

async function openPage(browser, url, width) {
  const page = await browser.open("about:blank", width, 800);
  for (const domain of ["Log", "Network", "Page"]) await page.call(`${domain}.enable`);
  await page.call("Page.navigate", { url });
  await page.until(`location.href === ${JSON.stringify(url)} && document.readyState === "complete"`);
  return page;
}

async function checkTheme(page) {
  const prefer = (value) => page.call("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value }] });
  await page.run('localStorage.removeItem("theme"), document.body.dataset.theme = "auto"');
  await prefer("dark");
  const dark = await page.run(COLOUR);
  await prefer("light");
  const light = await page.run(COLOUR);
  if (dark === light) faults.push(`the same background, ${light}, where the system prefers dark`);
  const clicked = await page.run(`(() => {
    const shown = [...document.querySelectorAll(".theme-toggle")].find((button) => button.getClientRects().length);
    shown?.click();
    return Boolean(shown);
  })()`);
  if (!clicked) faults.push("no visible theme switch");
  else if (await page.run(COLOUR) !== dark) faults.push("the theme switch does not change the theme");
}

async function main() {
  const server = await serve({ site: folder }), browser = await openBrowser(listen);
  let wrong = 0;
  for (const width of [1280, 390]) {
    for (const name of PAGES) {
      const page = await openPage(browser, `${server.address}/site/${name}`, width);
      await checkTheme(page);
      if (name === "results/README.html" && width === 1280) {
        const screens = await page.run("document.documentElement.scrollHeight") / 800;
        if (screens > 5) faults.push(`${screens.toFixed(1)} screens, at most 5`);
      }
      await page.call("Page.close").catch(() => {});
      for (const fault of faults.splice(0)) console.error(`${name} at ${width} pixels: ${fault}`), wrong++;
    }
  }
  await browser.close();
  server.close();
  if (!wrong) console.log(`${PAGES.length} pages work in Chromium at 1280 and 390 pixels`);
  process.exitCode = wrong ? 1 : 0;
}

if (program) await main();
else {
  console.log("skipped: the pages in Chromium: this machine has no Chromium");
  process.exitCode = 77;
}
