/**
 * A browser as far as redirects, cookies and forms go: it follows redirects by hand, keeps cookies per host, and stops
 * where an app would take over.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** Answers the requests to one origin. */
export type Server = (request: Request) => Promise<Response>

/** A redirect that the browser followed. */
export interface Hop {
  readonly method: string
  readonly url: string
  readonly status: number
  readonly location: string
}

/** Where the browser stands. `status` is 0 at an app, which it does not load. */
export interface Page {
  readonly url: URL
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly hops: ReadonlyArray<Hop>
}

interface Cookie {
  readonly value: string
  readonly expiresAt: number
}

export interface Form {
  readonly action: string
  readonly method: string
  readonly fields: Readonly<Record<string, string>>
  readonly buttons: ReadonlyArray<{ readonly label: string; readonly name?: string; readonly value: string }>
}

const maxHops = 20

const unescape = (text: string): string =>
  text
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, "&")

const attribute = (tag: string, name: string): string | undefined => {
  const match = new RegExp(`\\s${name}=(?:"([^"]*)"|([^\\s>]+))`).exec(tag)
  const value = match?.[1] ?? match?.[2]
  return value === undefined ? undefined : unescape(value)
}

const readFields = (html: string): Record<string, string> => {
  const fields: Record<string, string> = {}
  for (const [tag] of html.matchAll(/<input\b[^>]*>/g)) {
    const name = attribute(tag, "name")
    const type = attribute(tag, "type")
    const isUnchecked = (type === "checkbox" || type === "radio") && !/\schecked\b/.test(tag)
    if (name === undefined || type === "submit" || isUnchecked) continue
    fields[name] = attribute(tag, "value") ?? (type === "checkbox" ? "on" : "")
  }
  for (const [, tag, options] of html.matchAll(/(<select\b[^>]*>)([\s\S]*?)<\/select>/g)) {
    const name = attribute(tag!, "name")
    const [first] = /<option\b[^>]*>/.exec(options!) ?? []
    if (name !== undefined && first !== undefined) fields[name] = attribute(first, "value") ?? ""
  }
  return fields
}

/** The forms of a page. */
export const listForms = (page: Page): ReadonlyArray<Form> =>
  [...page.text.matchAll(/(<form\b[^>]*>)([\s\S]*?)<\/form>/g)].map(([, tag = "", body = ""]) => ({
    action: new URL(attribute(tag, "action") ?? page.url.href, page.url).href,
    method: (attribute(tag, "method") ?? "get").toUpperCase(),
    fields: readFields(body),
    buttons: [...body.matchAll(/(<button\b[^>]*>)([\s\S]*?)<\/button>/g)].map(([, button = "", label = ""]) => {
      const name = attribute(button, "name")
      return {
        label: unescape(label).trim(),
        ...(name !== undefined && { name }),
        value: attribute(button, "value") ?? ""
      }
    })
  }))

/** A browser with an empty cookie jar; what is not at one of the origins is an app. */
export const make = (origins: Readonly<Record<string, Server>>) => {
  const jar = new Map<string, Map<string, Cookie>>()

  const getJar = (host: string): Map<string, Cookie> => {
    const cookies = jar.get(host) ?? new Map<string, Cookie>()
    jar.set(host, cookies)
    return cookies
  }

  const keep = (url: URL, response: Response, now: number): void => {
    for (const text of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(text) ?? []
      const maxAge = /;\s*max-age=(-?\d+)/i.exec(text)?.[1]
      const expiresAt = maxAge === undefined ? Infinity : now + Number(maxAge) * 1000
      getJar(url.hostname).set(name, { value, expiresAt })
    }
  }

  const cookieHeader = (url: URL, now: number): string =>
    [...getJar(url.hostname)]
      .filter(([, cookie]) => cookie.expiresAt > now)
      .map(([name, { value }]) => `${name}=${value}`)
      .join("; ")

  const visit = Effect.fnUntraced(function* (
    start: string,
    init: { readonly method: string; readonly body?: string } = { method: "GET" }
  ) {
    let url = new URL(start)
    let { body, method } = init
    const hops: Array<Hop> = []
    while (true) {
      const server = origins[url.origin]
      if (server === undefined) return { url, status: 0, headers: new Headers(), text: "", hops } satisfies Page
      if (hops.length > maxHops) return yield* Effect.die(`Redirects without end at ${url.href}`)
      const now = yield* Clock.currentTimeMillis
      const headers = new Headers({ accept: "text/html", "sec-fetch-site": "same-origin" })
      const cookies = cookieHeader(url, now)
      if (cookies !== "") headers.set("cookie", cookies)
      if (body !== undefined) headers.set("content-type", "application/x-www-form-urlencoded")
      const request = new Request(url, { method, headers, redirect: "manual", ...(body !== undefined && { body }) })
      const response = yield* Effect.promise(() => server(request))
      keep(url, response, now)
      const location = response.headers.get("location")
      const text = yield* Effect.promise(() => response.text())
      if (response.status < 300 || response.status > 399 || location === null) {
        return { url, status: response.status, headers: response.headers, text, hops } satisfies Page
      }
      hops.push({ method, url: url.href, status: response.status, location })
      url = new URL(location, url)
      if (response.status !== 307 && response.status !== 308) {
        method = "GET"
        body = undefined
      }
    }
  })

  return {
    /** Goes to a URL. */
    open: (url: string) => visit(url),
    /** Presses the button with this label, after filling in its form. */
    press: (page: Page, label: string, fill: Readonly<Record<string, string>> = {}) => {
      for (const form of listForms(page)) {
        const button = form.buttons.find((candidate) => candidate.label.includes(label))
        if (button === undefined) continue
        const fields = { ...form.fields, ...fill, ...(button.name !== undefined && { [button.name]: button.value }) }
        const body = new URLSearchParams(fields).toString()
        return form.method === "POST" ? visit(form.action, { method: "POST", body }) : visit(`${form.action}?${body}`)
      }
      return Effect.die(`No button says ${label}`)
    },
    /** The cookies for a host, by name. */
    cookies: (host: string): ReadonlyMap<string, Cookie> => getJar(host)
  }
}

/** What {@link make} makes. */
export type Browser = ReturnType<typeof make>
