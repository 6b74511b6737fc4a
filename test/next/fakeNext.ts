/** What Next.js does around an app's code, as far as `gatefold/next` can tell. */
import { AsyncLocalStorage } from "node:async_hooks"
import type { CookieAttributes, CookieStore } from "../../src/next/internal/RequestCookies.ts"
import type { NextRuntime } from "../../src/next/NextRuntime.ts"

/** What `redirect` throws. */
export class Redirect extends Error {
  readonly url: string
  readonly kind: string
  constructor(url: string, kind: string) {
    super("NEXT_REDIRECT")
    this.url = url
    this.kind = kind
  }
}

/** A cookie that was written. */
export interface Written extends CookieAttributes {
  readonly name: string
  readonly value: string
}

/** The cookies of a browser, and what a request has changed. */
export class FakeCookies implements CookieStore {
  readonly values: Map<string, string>
  readonly written: Array<Written> = []
  readonly isReadOnly: boolean

  constructor(cookies: Readonly<Record<string, string>>, isReadOnly: boolean) {
    this.values = new Map(Object.entries(cookies))
    this.isReadOnly = isReadOnly
  }

  getAll() {
    return Array.from(this.values, ([name, value]) => ({ name, value }))
  }

  set(name: string, value: string, options: CookieAttributes) {
    if (this.isReadOnly) throw new Error("Cookies can only be modified in a Server Action or Route Handler.")
    this.values.set(name, value)
    this.written.push({ name, value, ...options })
  }

  /** What the browser has afterwards. */
  get kept() {
    return Object.fromEntries(this.getAll().flatMap(({ name, value }) => (value === "" ? [] : [[name, value]])))
  }
}

/** A request that is being worked on. */
export interface Work {
  readonly cookies: FakeCookies
  readonly headers: Headers
  /** Present while a page renders. */
  readonly scope: object | undefined
}

const current = new AsyncLocalStorage<Work>()

const work = (): Work => {
  const found = current.getStore()
  if (found === undefined) throw new Error("`cookies` was called outside a request scope")
  return found
}

/** Next.js, whose request is a matter of the asynchronous context as in the real one. */
export const runtime: NextRuntime = {
  cookies: async () => work().cookies,
  headers: async () => work().headers,
  redirect: (url, kind) => {
    throw new Redirect(url, kind)
  },
  renderScope: () => work().scope ?? {},
  forward: (headers) => {
    const response = new Response(null)
    for (const [name, value] of headers) response.headers.set(`forwarded-${name}`, value)
    return response
  }
}

interface RequestInit {
  readonly cookies?: Readonly<Record<string, string>>
  readonly headers?: HeadersInit
}

const within = async <A>(work: Work, run: (work: Work) => Promise<A>) => current.run(work, () => run(work))

/** Runs something as a server component: cookies cannot be written. */
export const rendering = <A>({ cookies = {}, headers }: RequestInit, run: (work: Work) => Promise<A>) =>
  within({ cookies: new FakeCookies(cookies, true), headers: new Headers(headers), scope: {} }, run)

/** Runs something as a server action or a route handler. */
export const acting = <A>({ cookies = {}, headers }: RequestInit, run: (work: Work) => Promise<A>) =>
  within({ cookies: new FakeCookies(cookies, false), headers: new Headers(headers), scope: undefined }, run)
