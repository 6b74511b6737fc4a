/** The pages of the built-in identity provider: plain HTML that works without scripts. */
import { escapeHtml } from "../../../domain/text/HtmlEscape.ts"
import * as HtmlPage from "../../http/HtmlPage.ts"
import type { IdentityRow } from "../Identities.ts"
import { type Outcome, outcomes } from "../Outcome.ts"
import { type Identity, samples } from "../SignInAnswer.ts"
import { renderMark } from "./Marks.ts"

const style = `
main:has(form .accounts) { max-width: 54rem }
form:has(.accounts) { display: contents }
.consent { display: grid; align-content: start; gap: 0.75rem; padding: 0 2rem 1.5rem }
h2 { font-size: 0.875rem; font-weight: 600; overflow-wrap: anywhere }
.consent ul { display: grid; gap: 0.625rem; list-style: none; font-size: 0.875rem }
.consent li { display: flex; align-items: center; gap: 0.625rem; overflow-wrap: anywhere }
.consent svg {
  flex: none; width: 1.75rem; height: 1.75rem; padding: 0.375rem; border-radius: 8px; background: var(--accent-soft); color: var(--accent-text);
}
.accounts { clear: both; padding: 0 0.5rem 0.5rem }
.avatar {
  --tint: var(--accent);
  display: grid; flex: none; place-items: center; width: 2.5rem; height: 2.5rem; border-radius: 50%;
  background: light-dark(color-mix(in oklab, var(--tint) 14%, var(--surface)), color-mix(in oklab, var(--tint) 28%, var(--surface)));
  color: light-dark(color-mix(in oklab, var(--tint) 42%, var(--text)), color-mix(in oklab, var(--tint) 34%, var(--text)));
  font-size: 0.8125rem; font-weight: 600; text-transform: uppercase;
}
.avatar.new { background: none; border: 1px dashed var(--strong); color: var(--muted) }
.avatar svg { width: 1.125rem; height: 1.125rem }
.mark.avatar { width: 2.75rem; height: 2.75rem; border-radius: 12px; border: 0; font-size: 1.125rem }
.tint-1 { --tint: #0e8f6e } .tint-2 { --tint: #b7621b } .tint-3 { --tint: #b83280 } .tint-4 { --tint: #1779ba } .tint-5 { --tint: #7c4dd6 }
.tag { padding: 0 0.5rem; border-radius: 99px; background: var(--warning-soft); color: var(--warning); font-size: 0.75rem; font-weight: 500; white-space: nowrap }
.fields { display: none; gap: 0.75rem; padding: 0.25rem 1.25rem 1.25rem }
form:has(#new:checked) .fields { display: grid }
details { align-self: center; min-width: 0; padding: 0.75rem 1.25rem; font-size: 0.8125rem }
summary { width: fit-content; color: var(--muted); cursor: pointer; border-radius: 4px }
summary:hover { color: var(--text) }
details .field { padding-top: 0.5rem }
@media (min-width: 48.01rem) {
  .card:has(.accounts) {
    grid-template: "head people" auto "consent people" 1fr "test actions" auto / minmax(0, 5fr) minmax(0, 6fr); min-height: 29rem;
  }
  .card:has(.accounts) .head { grid-area: head }
  .consent { grid-area: consent }
  .people { grid-area: people; border-inline-start: 1px solid var(--border); padding-block: 0.5rem }
  .accounts { max-height: 24rem; overflow-y: auto }
  form:has(#new:checked) .accounts { max-height: 17rem }
  form:has(.accounts) details { grid-area: test; padding-inline: 2rem }
  form:has(.accounts) .actions { grid-area: actions; justify-content: end; grid-template-columns: 8rem 8rem }
  form:has(.accounts) :is(details, .actions) { align-self: stretch; border-top: 1px solid var(--border); align-content: center }
}
@media (max-width: 48rem) {
  main:has(form .accounts) { max-width: 30rem }
  .people { border-block: 1px solid var(--border) }
  .consent { order: 1; padding: 1.25rem 1.25rem 0.25rem }
  form:has(.accounts) details { order: 2 }
  form:has(.accounts) .actions { order: 3; border-top: 1px solid var(--border) }
}
`

const submit = "document.forms[0].submit()"

const renderPage = (status: number, title: string, body: string, script?: string): Response =>
  HtmlPage.renderPage({
    status,
    title,
    body,
    style,
    script,
    foot: "Simulated by the Gatefold emulator. No password is needed."
  })

export interface App {
  readonly name: string
  /** The host of the app, such as `localhost:3000`. */
  readonly host: string | null | undefined
}

/** The form that was rejected, and the reason. */
export interface Attempt {
  readonly error: string
  readonly identity: string
  readonly email: string
  readonly displayName: string
}

export interface Choice {
  readonly provider: { readonly id: string; readonly name: string; readonly scope: string }
  readonly app: App
  readonly scope: string
  readonly identities: ReadonlyArray<IdentityRow>
  readonly loginHint: string | undefined
  readonly again?: Attempt | undefined
}

/** One line of the list of accounts. */
interface Account {
  readonly value: string
  readonly name: string
  readonly email: string | null
  readonly isVerified: boolean
}

const fromRow = ({ display_name, email, email_verified, id }: IdentityRow): Account => ({
  value: id,
  name: display_name ?? email ?? id,
  email,
  isVerified: email_verified === 1
})

const fromSample = ([value, { displayName, email = null, emailVerified = true }]: readonly [
  string,
  Identity
]): Account => ({
  value,
  name: displayName ?? "",
  email,
  isVerified: emailVerified
})

/** The known people, and the samples that are not among them. */
const toAccounts = (identities: ReadonlyArray<IdentityRow>): ReadonlyArray<Account> => {
  const existing = identities.map(fromRow)
  const others = Object.entries(samples).map(fromSample)
  return [...existing, ...others.filter(({ email }) => existing.every((account) => account.email !== email))]
}

const getInitials = (name: string): string =>
  name
    .split(/[\s@._-]+/)
    .filter((word) => word !== "")
    .slice(0, 2)
    .map((word) => Array.from(word)[0])
    .join("")

const tints = 6

/** The color of a name, the same here and in the console. */
const pickTint = (name: string): number =>
  Array.from(name).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7) % tints

const renderAvatar = (name: string): string =>
  `<span class="avatar tint-${pickTint(name)}" aria-hidden="true">${escapeHtml(getInitials(name))}</span>`

const renderIcon = (path: string): string =>
  `<svg aria-hidden="true" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"><path d="${path}"/></svg>`

const icons = {
  person: renderIcon("M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7.500 10c.5-4 3.500-6 7.500-6s7 2 7.500 6"),
  email: renderIcon("M3 6h18v12H3zm0 1 9 6.500L21 7"),
  scope: renderIcon("M14 10a4 4 0 1 0-4 4l1-1 2 2h2v2h2v2h3v-3z"),
  both: renderIcon("M7 8h13m0 0-4-4m4 4-4 4M17 16H4m0 0 4-4m-4 4 4 4"),
  plus: renderIcon("M12 5v14M5 12h14")
}

const renderRadio = (id: string, value: string, isChosen: boolean): string =>
  `<input type="radio" id="${id}" name="identity" value="${escapeHtml(value)}"${isChosen ? " checked" : ""} required>`

const renderAccount = ({ email, isVerified, name, value }: Account, index: number, isChosen: boolean): string => {
  const id = `account-${index + 1}`
  return `<label class="option" for="${id}">${renderRadio(id, value, isChosen)}
${renderAvatar(name)}
<span class="who"><span class="name">${escapeHtml(name)}</span>
${email === name ? "" : `<span class="detail">${email === null ? "No email address" : escapeHtml(email)}</span>`}</span>
${email !== null && !isVerified ? '<span class="tag">Not verified</span>' : ""}</label>`
}

const renderOutcome = ([outcome, label]: readonly [string, string]): string =>
  `<option value="${outcome}">${escapeHtml(label)}</option>`

/** Every provider names its scopes differently. Those that are not asked for each time are shown as they are. */
const renderGrants = ({ provider, scope }: Choice): string => {
  const usual = provider.scope.split(" ")
  const others = scope.split(" ").filter((part) => part !== "" && !usual.includes(part))
  return [
    `${icons.person}<span>See your name and picture</span>`,
    `${icons.email}<span>See your email address</span>`,
    ...others.map((part) => `${icons.scope}<span>Use <code>${escapeHtml(part)}</code></span>`)
  ]
    .map((grant) => `<li>${grant}</li>`)
    .join("\n")
}

/** The people to choose from, and how to add another one. */
const renderPeople = ({ again, identities, loginHint }: Choice): string => {
  const accounts = toAccounts(identities)
  const hinted =
    accounts.find(({ email }) => email === loginHint)?.value ?? (loginHint === undefined ? undefined : "new")
  const selected = again?.identity ?? hinted ?? accounts[0]?.value
  const isNew = selected === "new" || accounts.every(({ value }) => value !== selected)
  return `<fieldset class="people">
<legend>Choose an account</legend>
${again === undefined ? "" : `<p role="alert">${escapeHtml(again.error)}</p>`}
<div class="accounts">
${accounts.map((account, index) => renderAccount(account, index, account.value === selected)).join("\n")}
<label class="option" for="new">${renderRadio("new", "new", isNew)}
<span class="avatar new" aria-hidden="true">${icons.plus}</span>
<span class="who"><span class="name">Use another account</span></span></label>
</div>
${renderNewPerson(again, loginHint)}
</fieldset>`
}

const renderNewPerson = (again: Attempt | undefined, loginHint: string | undefined): string =>
  `<div class="fields">
<div class="field"><label for="display-name">Name</label>
<input id="display-name" name="display_name" autocomplete="off" maxlength="200" placeholder="Ada Lovelace" value="${escapeHtml(again?.displayName ?? "")}"></div>
<div class="field"><label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="off" maxlength="254" placeholder="ada@example.com" aria-describedby="email-hint" value="${escapeHtml(again?.email ?? loginHint ?? "")}">
<p class="hint" id="email-hint">Leave empty for an account without an email address.</p></div>
<div class="check"><input id="email-verified" name="email_verified" type="checkbox" value="true" checked>
<label for="email-verified">Email is verified</label></div>
</div>`

/** The line of the page that says what the app gets. */
const renderConsent = (content: Choice, name: string): string =>
  `<div class="consent">
<h2>${escapeHtml(name)} will be able to:</h2>
<ul>
${renderGrants(content)}
</ul>
</div>`

const outcomeChoice = `<details>
<summary>Test another outcome</summary>
<div class="field"><label for="outcome">When you choose Allow</label>
<select id="outcome" name="outcome">
${Object.entries(outcomes)
  .filter(([outcome]) => outcome !== ("deny" satisfies Outcome))
  .map(renderOutcome)
  .join("\n")}
</select></div>
</details>`

/** The page where a developer picks or types the person who signs in, and allows or denies it. */
export const renderChoice = (content: Choice): Response => {
  const { again, app, provider } = content
  const title = `Sign in with ${provider.name}`
  const name = app.name === "the app" ? "The app" : app.name
  const mark = renderMark(provider.id) || escapeHtml(provider.name.slice(0, 1))
  return renderPage(
    again === undefined ? 200 : 400,
    title,
    `${HtmlPage.renderHead(
      title,
      `<span class="mark">${mark}</span>${icons.both}<span class="mark avatar tint-${pickTint(app.name)}">${escapeHtml(name.slice(0, 1))}</span>`,
      `<p>to continue to <strong>${escapeHtml(app.name)}</strong></p>
${app.host ? `<p class="host">${escapeHtml(app.host)}</p>` : ""}`
    )}
<form method="post" aria-label="${escapeHtml(title)}">
${renderPeople(content)}
${renderConsent(content, name)}
${outcomeChoice}
<div class="actions">
<button name="decision" value="deny" formnovalidate>Deny</button>
<button class="primary">Allow</button>
</div>
</form>`
  )
}

export const renderError = (status: number, text: string): Response =>
  renderPage(
    status,
    "This sign-in can't continue",
    `${HtmlPage.renderHead("This sign-in can't continue", "", "")}
<p role="alert">${escapeHtml(text)}</p>`
  )

/** A page that posts an answer: automatically with scripts, by a button without. */
export const renderFormPost = (action: string, fields: Readonly<Record<string, string>>): Response =>
  renderPage(
    200,
    "Back to the app",
    `${HtmlPage.renderHead("Back to the app", "", "<p>Continue to finish in the app.</p>")}
<form method="post" action="${escapeHtml(action)}" aria-label="Back to the app">
${Object.entries(fields)
  .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
  .join("\n")}
<div class="actions one"><button class="primary">Continue</button></div>
</form>`,
    submit
  )
