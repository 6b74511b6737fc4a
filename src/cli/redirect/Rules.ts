/** Explains the redirect rules, with the numbers of docs/protocol/redirects.md. */
import { parseUrl } from "../../domain/url/AbsoluteUrl.ts"
import * as TrustedTarget from "../../domain/url/TrustedTarget.ts"
import * as TrustedUrl from "../../emulator/projects/TrustedUrl.ts"
import { checkMark, escapeControls } from "../output/TerminalText.ts"

/** A step of the check; `holds` is undefined for a rule that was not reached, or does not apply. */
export interface Step {
  readonly rule: number
  readonly says: string
  readonly holds: boolean | undefined
  readonly found?: string | undefined
}

export interface Explanation {
  readonly url: string
  readonly check: "trusted-urls" | "trusted-targets"
  readonly isTrusted: boolean
  readonly rule: number
  readonly steps: ReadonlyArray<Step>
  readonly advice: ReadonlyArray<string>
  readonly notes: ReadonlyArray<string>
}

const form: ReadonlyArray<string> = [
  "1 to 4,096 characters, none of them a control character, a blank, a backslash, or invisible",
  "begins with http:// or https://, and can be parsed",
  "no @ and no % before the path",
  "the host is written in the form that it is read in"
]

const formAdvice: Readonly<Record<number, string>> = {
  1: "Write the URL without such characters: encodeURIComponent for what comes into a path or query.",
  2: "Write the URL with http:// or https:// and a host. Trusted URLs are absolute.",
  3: "Leave user name and password out, and write the host without percent signs.",
  4: "Write the host as a browser shows it in its address bar: a whole IPv4 address, no dot at the end, no star."
}

const mismatches: Readonly<Record<TrustedUrl.Mismatch, string>> = {
  malformed: "is not a URL, so it matches nothing (rule 8)",
  scheme: "has another scheme",
  host: "has another host",
  port: "has another port"
}

/** The domain that a project must trust for a URL. */
const toOrigin = (text: string): string => parseUrl(text)?.origin ?? text

const isOfThisMachine = (url: string): boolean => TrustedUrl.isTrusted({ allowLocalhost: true, domains: [] }, url)

const makeLocalhostStep = ({ allowLocalhost }: TrustedUrl.Trust, url: string, rule: TrustedUrl.Rule): Step => {
  if (!isOfThisMachine(url)) return { rule: 5, says: "localhost, which it is not", holds: undefined }
  return {
    rule: 5,
    says: `localhost, which the project ${allowLocalhost ? "allows" : "does not allow"}`,
    holds: rule === 5
  }
}

const makeHostedStep = ({ hostedProjectId }: TrustedUrl.Trust, rule: TrustedUrl.Rule): Step => ({
  rule: 6,
  says: "a page of the project at the service, which is always trusted",
  holds: rule === 6 ? true : undefined,
  found: rule === 6 ? hostedProjectId : undefined
})

/** Whether a rule holds: those before the one that decides do, and later ones are not reached. */
const ruleHolds = (number: number, deciding: number, isTrusted: boolean): boolean | undefined => {
  if (number === deciding) return isTrusted
  return number < deciding ? true : undefined
}

/** Explains the rules for a URL that the service mails, redirects to or stores. */
export const explainUrl = (trust: TrustedUrl.Trust, url: string): Explanation => {
  const { entries, isTrusted, rule } = TrustedUrl.judge(trust, url)
  const isNative = TrustedUrl.isNativeApp(url)
  const host = parseUrl(url)?.hostname
  return {
    url,
    check: "trusted-urls",
    isTrusted,
    rule,
    steps: [
      ...form.map((says, index): Step => {
        const holds = ruleHolds(index + 1, rule, false)
        return { rule: index + 1, says, holds, found: index === 3 && holds !== undefined ? host : undefined }
      }),
      makeLocalhostStep(trust, url, rule),
      makeHostedStep(trust, rule),
      ...entries.map(({ domain, mismatch }): Step => ({
        rule: 7,
        says: mismatch === undefined ? "an entry of the project matches" : `an entry ${mismatches[mismatch]}`,
        holds: mismatch === undefined,
        found: domain
      })),
      ...(rule === 7 && entries.length === 0
        ? [{ rule: 7, says: "the project trusts no domains", holds: false } as const]
        : [])
    ],
    advice: isTrusted ? [] : advise({ trust, url, rule, isNative }),
    notes: collectNotes({ isTrusted, isNative, entries, rule })
  }
}

interface Refused {
  readonly trust: TrustedUrl.Trust
  readonly url: string
  readonly rule: TrustedUrl.Rule
  readonly isNative: boolean
}

const advise = ({ isNative, rule, trust, url }: Refused): ReadonlyArray<string> => {
  if (isNative) return []
  if (rule !== 7) return [formAdvice[rule] ?? ""]
  const wantsLocalhost = !trust.allowLocalhost && isOfThisMachine(url)
  return [
    ...(wantsLocalhost
      ? ["Allow localhost in the project, while it is developed: gatefold project set config.allowLocalhost true"]
      : []),
    `Add ${toOrigin(url)} to the trusted domains of the project, which are: gatefold project get config.domains`
  ]
}

const collectNotes = ({
  entries,
  isNative,
  isTrusted,
  rule
}: TrustedUrl.Verdict & { readonly isNative: boolean }): ReadonlyArray<string> => [
  ...(isNative
    ? ["It is the callback of a native app: a sign-in with a provider may return to it, in the current service only."]
    : []),
  ...(isTrusted && /[*]|:\d+(\/|$)/.test(entries.at(-1)?.domain ?? "")
    ? ["The service of 2025-06 ignores ports and knows no wildcards."]
    : []),
  ...(rule === 6 ? ["The service of 2025-06 has no such pages."] : []),
  ...(entries.some(({ domain, mismatch }) => mismatch === undefined && domain.includes("*"))
    ? ["A wildcard trusts every page below it, also those of others."]
    : [])
]

const targetRules: ReadonlyArray<string> = [
  "1 to 4,096 characters",
  "no control characters, blanks, backslashes, or invisible characters",
  "relative, or begins with http:// or https://, and not with //",
  "resolves to the page's own origin, without user name and password, and not to a path that begins with //"
]

const targetAdvice: Readonly<Record<number, string>> = {
  1: "Name a page.",
  2: "Write the target without such characters: encodeURIComponent for what comes into a path or query.",
  3: "Write a path such as /dashboard, or the whole URL of a page.",
  4: "A client sends users to its own origin only. Another domain of the project is reached by CrossDomain.start."
}

/** Explains the rules for a target that a client navigates to from a page. */
export const explainTarget = (page: URL, url: string): Explanation => {
  const judged = TrustedTarget.judge(url, page)
  const isTrusted = typeof judged !== "number"
  const rule = isTrusted ? targetRules.length : judged
  return {
    url,
    check: "trusted-targets",
    isTrusted,
    rule,
    steps: targetRules.map((says, index) => ({
      rule: index + 1,
      says,
      holds: ruleHolds(index + 1, rule, isTrusted),
      found: index === 3 && rule === 4 ? new URL(url, page).href : undefined
    })),
    advice: isTrusted ? [] : [targetAdvice[rule] ?? ""],
    notes: []
  }
}

export const formatExplanation = ({
  advice,
  check,
  isTrusted,
  notes,
  rule,
  steps,
  url
}: Explanation): ReadonlyArray<string> => [
  `${escapeControls(url)} is ${isTrusted ? "trusted" : "refused"} by rule ${rule} of docs/protocol/redirects.md#${check}`,
  "",
  ...steps.map(({ found, holds, rule: name, says }) =>
    escapeControls(`  ${checkMark(holds)} ${name}  ${says}${found === undefined ? "" : `: ${found}`}`)
  ),
  ...(advice.length === 0 ? [] : ["", "What to do:", ...advice.map((line) => escapeControls(`  ${line}`))]),
  ...(notes.length === 0 ? [] : ["", ...notes])
]
