/** The pages of the built-in identity provider: plain HTML that works without scripts. */
import * as Base64 from "effect/encoding/Base64"
import { platform } from "#emulator/platform"
import { type Outcome, outcomes } from "./SignInAnswer.ts"
import { escapeHtml } from "../HtmlEscape.ts"
import type { IdentityRow } from "./Identities.ts"

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 30rem; margin: 2rem auto; padding: 0 1rem }
form { margin: 1rem 0; padding: 1rem; border: 1px solid; border-radius: .5rem }
label { display: block; margin: .5rem 0 }
input:not([type=checkbox]), select { display: block; box-sizing: border-box; width: 100%; font: inherit; padding: .4rem }
button { width: 100%; margin: .25rem 0; padding: .6rem; font: inherit; text-align: start; cursor: pointer }
[role=alert] { padding: .5rem 1rem; border-inline-start: .25rem solid }
ul { list-style: none; padding: 0 }
`

const SUBMIT = "document.forms[0].submit()"

const hashOf = (text: string): string => `'sha256-${Base64.encode(platform.digest("sha256", text))}'`

const html = (status: number, title: string, body: string, script?: string): Response =>
  new Response(
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>${script === undefined ? "" : `\n<script>${script}</script>`}
</body>
</html>
`,
    {
      status,
      headers: {
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        // no form-action: browsers would apply it to the redirect back to the app
        "content-security-policy": [
          "default-src 'none'",
          `style-src ${hashOf(STYLE)}`,
          `script-src ${script === undefined ? "'none'" : hashOf(script)}`,
          "base-uri 'none'",
          "frame-ancestors 'none'"
        ].join("; "),
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff"
      }
    }
  )

const option = ([outcome, label]: readonly [string, string]): string =>
  `<option value="${outcome}">${escapeHtml(label)}</option>`

const outcomeField = (id: string): string => `<label for="${id}">What the provider answers
<select id="${id}" name="outcome">
${Object.entries(outcomes)
  .filter(([outcome]) => outcome !== ("deny" satisfies Outcome))
  .map(option)
  .join("\n")}
</select></label>`

const describe = (identity: IdentityRow): string => {
  const address = identity.email ?? "no e-mail address"
  const note = identity.email !== null && identity.email_verified === 0 ? ", not verified" : ""
  return `${identity.display_name ?? identity.id} (${address}${note})`
}

const existing = (identities: ReadonlyArray<IdentityRow>): string =>
  identities.length === 0
    ? ""
    : `<form method="post" aria-labelledby="existing">
<h2 id="existing">Sign in as</h2>
${outcomeField("existing-outcome")}
<ul>
${identities
  .map(
    (identity) =>
      `<li><button name="identity" value="${escapeHtml(identity.id)}">${escapeHtml(describe(identity))}</button></li>`
  )
  .join("\n")}
</ul>
</form>`

/** The content of the page. */
export interface Choice {
  readonly providerName: string
  readonly scope: string
  readonly identities: ReadonlyArray<IdentityRow>
  /** The initial values of a new identity. */
  readonly email: string
  readonly displayName: string
  /** The error of the last attempt. */
  readonly error?: string | undefined
}

/** The page on which a developer chooses or creates the identity that signs in, and the provider's answer. */
export const choice = ({ displayName, email, error, identities, providerName, scope }: Choice): Response =>
  html(
    error === undefined ? 200 : 400,
    `Sign in with ${providerName}`,
    `<p>This is the emulator's test identity provider. Nothing here is real, and no password is needed.</p>
${error === undefined ? "" : `<p role="alert">${escapeHtml(error)}</p>`}
<p>The app asks for: <code>${escapeHtml(scope)}</code></p>
${existing(identities)}
<form method="post" aria-labelledby="new">
<h2 id="new">Sign in as somebody new</h2>
<label for="display-name">Name
<input id="display-name" name="display_name" autocomplete="off" maxlength="200" value="${escapeHtml(displayName)}"></label>
<label for="email">E-mail address (empty: an account without one)
<input id="email" name="email" type="email" autocomplete="off" maxlength="254" value="${escapeHtml(email)}"></label>
<label for="email-verified"><input id="email-verified" name="email_verified" type="checkbox" value="true" checked>
The address is verified</label>
${outcomeField("new-outcome")}
<button name="identity" value="new">Sign in</button>
</form>
<form method="post" aria-label="Deny">
<button name="outcome" value="deny">Deny access</button>
</form>`
  )

/** The page for an invalid request. */
export const refusal = (status: number, text: string): Response =>
  html(status, "This sign-in cannot go on", `<p role="alert">${escapeHtml(text)}</p>`)

/** A page that posts an answer: automatically with scripts, by a button without. */
export const formPost = (action: string, fields: Readonly<Record<string, string>>): Response =>
  html(
    200,
    "Back to the app",
    `<form method="post" action="${escapeHtml(action)}">
${Object.entries(fields)
  .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
  .join("\n")}
<button>Continue</button>
</form>`,
    SUBMIT
  )
