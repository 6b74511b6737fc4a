/** The emulator's own pages, such as forms for developers: plain HTML that works without scripts. */
import * as Effect from "effect/Effect"
import * as Base64 from "effect/encoding/Base64"
import { platform } from "#emulator/platform"
import { escapeHtml } from "../../domain/text/HtmlEscape.ts"

/** The colors are those of the console. */
const shared = `
:root {
  color-scheme: light dark;
  --bg: light-dark(#f7f7f9, #0f1013);
  --surface: light-dark(#ffffff, #17181c);
  --sunken: light-dark(#f3f3f6, #121317);
  --hover: light-dark(#efeff3, #24262c);
  --border: light-dark(#e4e4ea, #2a2c33);
  --strong: light-dark(#8b8d98, #6c6f7b);
  --text: light-dark(#17181c, #eeeef2);
  --muted: light-dark(#5b5e6a, #a2a5b2);
  --accent: light-dark(#3d47c9, #5661e8);
  --accent-hover: light-dark(#323ab0, #4a55da);
  --accent-text: light-dark(#3d47c9, #a5acff);
  --accent-soft: light-dark(#eeeffd, #24273f);
  --warning: light-dark(#8a5300, #f0bd6b);
  --warning-soft: light-dark(#fdf2dd, #2e2515);
  --danger: light-dark(#b3202f, #ff9aa2);
  --danger-soft: light-dark(#fdecee, #33191d);
  background: var(--bg);
  color: var(--text);
  font: 0.9375rem/1.5 Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Open Sans", sans-serif;
  -webkit-font-smoothing: antialiased;
}
*, *::before, *::after { box-sizing: border-box }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; padding: 1.5rem 1rem }
main { width: 100%; max-width: 27rem }
h1, h2, p, ul { margin: 0; padding: 0; font-weight: inherit }
.card {
  display: grid; grid-template-columns: minmax(0, 1fr); border: 1px solid var(--border); border-radius: 16px; background: var(--surface);
  box-shadow: 0 1px 2px rgb(20 20 40 / 5%), 0 12px 32px light-dark(rgb(20 20 40 / 8%), rgb(0 0 0 / 35%));
}
form { margin: 0 }
.head { display: grid; align-content: start; gap: 0.375rem; padding: 1.75rem 2rem 1.25rem }
.marks { display: flex; align-items: center; gap: 0.5rem; margin-bottom: 0.75rem; color: var(--muted) }
.marks > svg { width: 1.125rem; height: 1.125rem }
.mark {
  display: grid; place-items: center; width: 2.75rem; height: 2.75rem;
  border: 1px solid var(--border); border-radius: 12px; background: var(--surface); color: var(--text);
  font-size: 1.125rem; font-weight: 650; text-transform: uppercase;
}
.mark svg { width: 1.5rem; height: 1.5rem }
h1 { font-size: 1.5rem; font-weight: 650; line-height: 1.2; letter-spacing: -0.022em; overflow-wrap: anywhere }
.head p { color: var(--muted); overflow-wrap: anywhere }
.head .host { font-size: 0.8125rem }
strong { color: var(--text); font-weight: 600 }
.field { display: grid; gap: 0.25rem }
.field label { font-size: 0.8125rem; font-weight: 550 }
.hint { color: var(--muted); font-size: 0.8125rem }
.field input, select {
  width: 100%; height: 2.375rem; padding: 0 0.75rem; border: 1px solid var(--strong); border-radius: 8px;
  background: var(--surface); color: inherit; font: inherit;
}
.check { display: flex; align-items: center; gap: 0.5rem; font-size: 0.875rem }
.check input { width: 1rem; height: 1rem; margin: 0; accent-color: var(--accent) }
code { font: 0.8125rem/1.5 ui-monospace, "SF Mono", "Cascadia Mono", "Roboto Mono", Menlo, monospace; overflow-wrap: anywhere }
.actions { display: grid; grid-template-columns: 1fr 1fr; gap: 0.75rem; padding: 1rem 1.25rem }
.actions.one { grid-template-columns: 1fr }
button {
  min-height: 2.5rem; padding: 0.4375rem 0.875rem; border: 1px solid var(--border); border-radius: 8px;
  background: var(--surface); color: inherit; font: inherit; font-weight: 550; cursor: pointer;
}
button:hover { background: var(--hover) }
.primary { border-color: transparent; background: var(--accent); color: #fff }
.primary:hover { background: var(--accent-hover) }
button:focus-visible, summary:focus-visible, .field input:focus-visible, select:focus-visible, .check input:focus-visible {
  outline: 2px solid var(--accent-text); outline-offset: 2px;
}
[role=alert] { margin: 0 1.25rem 1rem; padding: 0.625rem 0.875rem; border-radius: 8px; background: var(--danger-soft); color: var(--danger); font-size: 0.875rem }
form [role=alert] { clear: both; margin: 0.75rem 1.25rem 0 }
.foot { padding-top: 0.875rem; color: var(--muted); font-size: 0.8125rem; text-align: center }
fieldset { margin: 0; padding: 0; border: 0; min-width: 0 }
legend { float: left; width: 100%; padding: 1rem 1.25rem 0.5rem; font-size: 0.875rem; font-weight: 600 }
.option { position: relative; display: flex; align-items: center; gap: 0.75rem; padding: 0.5625rem 0.75rem; border-radius: 10px; cursor: pointer }
.option:hover { background: var(--sunken) }
.option:has(:checked) { background: var(--accent-soft) }
.option input { order: 3; flex: none; width: 1.0625rem; height: 1.0625rem; margin: 0; accent-color: var(--accent); cursor: pointer }
.option:has(:focus-visible) { box-shadow: inset 0 0 0 2px var(--accent-text) }
.option input:focus-visible { outline: 0 }
.who { display: grid; flex: 1; min-width: 0; line-height: 1.35 }
.who > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.name { font-weight: 550 }
.detail { color: var(--muted); font-size: 0.8125rem }
@media (max-width: 48rem) {
  body { align-items: start; padding: 1rem 0.75rem }
  .head { padding: 1.25rem 1.25rem 1rem }
}
`

const formatHash = (text: string): string => `'sha256-${Base64.encode(platform.digest("sha256", text))}'`

/** A page with a card, which loads nothing. */
export const renderPage = (page: {
  readonly status: number
  readonly title: string
  /** The HTML in the card. */
  readonly body: string
  /** The text under the card. */
  readonly foot: string
  readonly style?: string | undefined
  readonly script?: string | undefined
}): Response => {
  const { body, foot, script, status, title } = page
  const style = shared + (page.style ?? "")
  return new Response(
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<div class="card">
${body}
</div>
<p class="foot">${escapeHtml(foot)}</p>
</main>${script === undefined ? "" : `\n<script>${script}</script>`}
</body>
</html>
`,
    {
      status,
      headers: {
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        // No form-action: browsers would apply it to the redirect back to the app.
        "content-security-policy": [
          "default-src 'none'",
          `style-src ${formatHash(style)}`,
          `script-src ${script === undefined ? "'none'" : formatHash(script)}`,
          "base-uri 'none'",
          "frame-ancestors 'none'"
        ].join("; "),
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff"
      }
    }
  )
}

/** The head of a card: pictures, a title, and HTML below it. */
export const renderHead = (title: string, marks: string, text: string): string =>
  `<div class="head">
${marks === "" ? "" : `<div class="marks" aria-hidden="true">${marks}</div>\n`}<h1>${escapeHtml(title)}</h1>
${text}
</div>`

export const renderMessage = (status: number, title: string, text: string, foot: string): Response =>
  renderPage({ status, title, foot, body: renderHead(title, "", `<p>${escapeHtml(text)}</p>`) })

export const readForm = (request: Request): Effect.Effect<URLSearchParams> =>
  Effect.map(
    Effect.promise(() => request.text()),
    (text) => new URLSearchParams(text)
  )
