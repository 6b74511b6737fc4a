/**
 * The rules of redirects against a browser: what a rule trusts must lead, as Chromium reads it, where the rule says.
 * The oracle knows nothing of the rules' code: it has Chromium's parts of the URL, and the project's list.
 */
import type { Page } from "playwright-core"
import { resolveTrusted } from "../../../src/domain/url/TrustedTarget.ts"
import { isTrusted, type Trust } from "../../../src/emulator/projects/TrustedUrl.ts"
import * as Chromium from "../../browser/Chromium.ts"
import corpus from "../../fixtures/redirect-corpus.json" with { type: "json" }
import { makeRandom } from "../../wire/inputs.ts"
import { isForeign, page as ownPage, makeRequest, trust as ownTrust, urls } from "./targets.ts"
import { makeText } from "./texts.ts"

/** What Chromium makes of a text on a page. */
interface Parsed {
  readonly href: string
  readonly origin: string
  readonly protocol: string
  readonly hostname: string
  readonly port: string
  readonly pathname: string
  /** Where a link with it would lead. */
  readonly link: string
}

const parseAll = (page: Page, texts: ReadonlyArray<readonly [text: string, base: string | null]>) =>
  page.evaluate((all) => {
    const link = document.createElement("a")
    const base = document.querySelector("base") ?? document.head.appendChild(document.createElement("base"))
    return all.map(([text, on]): Parsed | null => {
      try {
        const { hostname, href, origin, pathname, port, protocol } = on === null ? new URL(text) : new URL(text, on)
        base.href = on ?? "https://nowhere.invalid/"
        link.setAttribute("href", text)
        return { href, origin, protocol, hostname, port, pathname, link: link.href }
      } catch {
        return null
      }
    })
  }, texts)

/** Whether an entry of a list is meant for a URL; stars are turned into a pattern of their own. */
const isMeant = (entry: string, url: Parsed): boolean => {
  const [, protocol = "", host = "", port = ""] = /^(https?:)\/\/(\[[^\]]*\]|[^/:]*)(?::(\*|\d+))?/i.exec(entry) ?? []
  const pattern = host
    .split(/(\*+)/)
    .map((part) =>
      part.startsWith("**") ? ".*" : part === "*" ? "[^.]*" : part.replaceAll(/[.[\]]/g, String.raw`\$&`)
    )
    .join("")
  const standard = protocol.toLowerCase() === "https:" ? "443" : "80"
  return (
    url.protocol === protocol.toLowerCase() &&
    new RegExp(`^${pattern}$`, "i").test(url.hostname) &&
    (port === "*" || url.port === (port === standard ? "" : port))
  )
}

const isMeantBy = ({ allowLocalhost, domains }: Trust, url: Parsed): boolean =>
  (allowLocalhost &&
    /^https?:$/.test(url.protocol) &&
    /^(.*\.)?localhost$|^127(\.\d+){3}$|^\[::1\]$/.test(url.hostname)) ||
  domains.some((entry) => isMeant(entry, url))

/** What came of one rule. */
export interface Compared {
  readonly rule: string
  readonly inputs: number
  readonly trusted: number
  readonly violations: ReadonlyArray<string>
}

const batch = 5_000

/** Chromium escapes these two in paths, and Node does not; neither ends a part of a URL. */
const sameAs = (a: string, b: string | undefined): boolean => written(a) === written(b ?? "")
const written = (href: string) => href.replaceAll("|", "%7C").replaceAll("^", "%5E")

const wellFormed = (text: string) => !/\p{Surrogate}/u.test(text)

/** Compares all rules, with the corpus and as many spellings as asked for. */
export const compare = async (inputs: number, seed: string): Promise<ReadonlyArray<Compared>> => {
  const browser = await Chromium.launch()
  try {
    const page = await browser.newPage()
    const random = makeRandom(`${seed} redirects`)
    const samples = [...urls, ...ownTrust.domains, ...corpus.map(({ url }) => String(url))].filter(
      (url) => url.length < 500
    )
    const spellings = Array.from({ length: inputs }, () => makeText(samples, random)).filter(wellFormed)
    const results: Array<Compared> = []

    /** `check` says what is wrong with what Chromium makes of a text that the rule trusts. */
    const rule = async (
      name: string,
      cases: ReadonlyArray<{
        readonly text: string
        readonly base: string | null
        readonly isTrusted: boolean
        readonly check: (parsed: Parsed) => string | undefined
      }>
    ) => {
      const trusted = cases.filter(({ isTrusted }) => isTrusted)
      const violations: Array<string> = []
      for (let at = 0; at < trusted.length; at += batch) {
        const some = trusted.slice(at, at + batch)
        const parsed = await parseAll(
          page,
          some.map(({ base, text }) => [text, base])
        )
        for (const [index, { check, text }] of some.entries()) {
          const url = parsed[index]
          const problem = url === null || url === undefined ? "is no URL" : check(url)
          if (problem !== undefined) violations.push(`${JSON.stringify(text)} ${problem}`)
        }
      }
      results.push({ rule: name, inputs: cases.length, trusted: trusted.length, violations })
    }

    const targets = [
      ...corpus.flatMap((row) =>
        row.mode === "client" && wellFormed(String(row.url))
          ? [{ text: String(row.url), on: new URL(String(row.page)) }]
          : []
      ),
      ...spellings.map((text) => ({ text, on: ownPage }))
    ]
    await rule(
      "client: pages of this app",
      targets.map(({ on, text }) => {
        const target = resolveTrusted(text, on)
        return {
          text,
          base: on.href,
          isTrusted: target !== undefined,
          check: ({ href, link, origin }) =>
            origin !== on.origin
              ? `leads to ${origin}`
              : !sameAs(href, target?.href) || link !== href
                ? `is ${href}, as a link ${link}, and navigated to as ${target?.href}`
                : undefined
        }
      })
    )
    // What a navigator gets is the URL as it was parsed: it must be the same one to Chromium.
    await rule(
      "client: what is navigated to",
      targets.flatMap(({ on, text }) => {
        const target = resolveTrusted(text, on)
        return target === undefined
          ? []
          : [
              {
                text: target.href,
                base: on.href,
                isTrusted: true,
                check: ({ href, origin }: Parsed) =>
                  origin === on.origin && sameAs(href, target.href) ? undefined : `is ${href}`
              }
            ]
      })
    )
    const asked = [
      ...corpus.flatMap((row) => {
        if (row.mode !== "server" || !wellFormed(String(row.url))) return []
        const domains = (row.trusted ?? []).map(({ domain }) => domain)
        return [{ text: String(row.url), trust: { allowLocalhost: row.allowLocalhost === true, domains } }]
      }),
      ...spellings.map((text) => ({ text, trust: ownTrust }))
    ]
    await rule(
      "emulator: URLs of a project",
      asked.map(({ text, trust }) => ({
        text,
        base: null,
        isTrusted: isTrusted(trust, text),
        check: (parsed) =>
          isMeantBy(trust, parsed)
            ? undefined
            : `leads to ${parsed.href}, which none of ${trust.domains.join(", ")} is for`
      }))
    )
    await rule(
      "server: origins of requests",
      spellings
        .map((spelling) => spelling.replaceAll("\n", ""))
        .map((text) => ({
          text,
          base: null,
          isTrusted:
            text !== "" &&
            !isForeign(
              makeRequest(`${text}\napp.example.com\n\nhttps`, [
                "origin",
                "host",
                "x-forwarded-host",
                "x-forwarded-proto"
              ])
            ),
          check: ({ origin }) =>
            ["https://app.example.com", "https://admin.example.com"].includes(origin) ? undefined : `is ${origin}`
        }))
    )
    return results
  } finally {
    await browser.close()
  }
}
