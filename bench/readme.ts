import { writeFile } from "node:fs/promises";

import { drawChart } from "./chart.ts";
import { shown, type Report } from "./report.ts";

/** Writes the last run down beside the code that measured it. */
export async function writeReadme(report: Report): Promise<void> {
  await writeFile(new URL("last-run.svg", import.meta.url), drawChart(report));
  await writeFile(new URL("README.md", import.meta.url), toMarkdown(report));
}

function toMarkdown({ date, machine, browser, rows }: Report): string {
  const lines = rows.map((row) => {
    const verdict = "missing" in row ? "not measured" : row.held ? "yes" : "**no**";
    return `| ${row.says} | ${shown(row)} | ${row.limit} | ${verdict} |`;
  });
  return `# Measurements

\`\`\`sh
npm run bench                       # everything, and this page anew
npm run bench -- lighthouse server  # some of it: load, lighthouse, form, scroll, server, rows, build
npm run -s bench -- --json          # for programs
\`\`\`

Limits stand in \`budgets.ts\`; bytes and counts are tests too (\`e2e/budgets.e2e.ts\`), times are not.
What is compared runs turn by turn in one run, and medians are taken: the ratios hold on a busy
machine, the times are this machine's.

- Lighthouse meets the site as visitors do, over TLS and HTTP/2: \`front.ts\` stands before our server,
  and serves the page without its scripts too.
- Where page and script-free page are compared, the best round of each is: other programs on the machine
  only ever add, and more where there is script to hold up. Scores and the LCP itself are medians.
- Chromium starts as Lighthouse starts one by itself, and without the pages behind its own address bar,
  which would load just while ours does.
- Tasks are counted in the main thread's CPU time at 4x throttle, with only the tracing domain of
  DevTools on: what an inspector adds (60 ms while React starts) no visitor pays.
- nginx is Debian's, with its brotli module, one worker, the same compressed file and headers, and a
  log line for each request, as ours writes. wrk has one thread.

What was tried for these figures, and what did not help, is in \`tried.md\`.

The last run of everything: ${date}, ${machine}, ${browser}.

| measure | figure | limit | held |
|---|---|---|---|
${lines.join("\n")}

![Each figure as a share of its limit](last-run.svg)
`;
}
