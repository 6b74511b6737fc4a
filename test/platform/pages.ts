/**
 * Pages of one browser that share its cookies (RFC 6265bis): what a page writes is parsed and judged by its attributes.
 */
import type { Page } from "../../src/platform/request/CookieJar.ts"

interface Kept {
  readonly value: string
  readonly attributes: string
  readonly isSecure: boolean
}

/** Which means a browser has to tell pages of changes. */
export interface Means {
  readonly cookieStore?: boolean
  readonly broadcast?: boolean
}

export const makeBrowser = ({ broadcast = false, cookieStore = false }: Means = {}) => {
  const cookies = new Map<string, Kept>()
  const written: Array<string> = []
  const stores = new Set<EventTarget>()
  const channels = new Set<EventTarget & { readonly name: string }>()
  const announced: Array<string> = []
  let listeners = 0

  /** An event target that counts its listeners. */
  class Target extends EventTarget {
    override addEventListener(...args: Parameters<EventTarget["addEventListener"]>) {
      listeners++
      super.addEventListener(...args)
    }
    override removeEventListener(...args: Parameters<EventTarget["removeEventListener"]>) {
      listeners--
      super.removeEventListener(...args)
    }
  }

  class Channel extends Target {
    readonly name: string
    constructor(name: string) {
      super()
      this.name = name
      channels.add(this)
    }
    postMessage() {
      announced.push(this.name)
      for (const other of channels) {
        if (other !== this && other.name === this.name) queueMicrotask(() => other.dispatchEvent(new Event("message")))
      }
    }
    close() {
      channels.delete(this)
    }
  }

  /** Writes a cookie as a response does, or a script on a page. */
  const write = (line: string, protocol = "https:") => {
    const [pair = "", ...attributes] = line.split("; ")
    const [name, value] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]
    const isSecure = attributes.includes("Secure")
    if (name.length + value.length > 4096) return
    if ((isSecure || cookies.get(name)?.isSecure === true) && protocol !== "https:") return
    if (/^__host-/i.test(name) && !(isSecure && attributes.includes("Path=/"))) return
    if (attributes.includes("Max-Age=0")) cookies.delete(name)
    else cookies.set(name, { value, attributes: attributes.join("; "), isSecure })
    for (const store of stores) queueMicrotask(() => store.dispatchEvent(new Event("change")))
  }

  const open = (protocol: "http:" | "https:" = "http:", options: { readonly refuse?: "silently" | "loudly" } = {}) => {
    const document = Object.defineProperty(new Target(), "cookie", {
      get: () => {
        if (options.refuse === "loudly") throw new DOMException("sandboxed", "SecurityError")
        return Array.from(cookies)
          .filter(([, { isSecure }]) => !isSecure || protocol === "https:")
          .map(([name, { value }]) => `${name}=${value}`)
          .join("; ")
      },
      set: (line: string) => {
        if (options.refuse === "loudly") throw new DOMException("sandboxed", "SecurityError")
        written.push(line)
        if (options.refuse === undefined) write(line, protocol)
      }
    })
    const store = new Target()
    if (cookieStore) stores.add(store)
    const page = {
      document,
      location: { protocol },
      ...(cookieStore ? { cookieStore: store } : undefined),
      ...(broadcast ? { BroadcastChannel: Channel } : undefined)
    }
    // The parts of a page that are used, not a whole one.
    return page as unknown as Page & { readonly document: Document }
  }

  return {
    open,
    write,
    written,
    /** The names of the channels on which pages have sent a message. */
    announced,
    readAttributes: (name: string) => cookies.get(name)?.attributes,
    /** The names and raw values that the browser keeps. */
    kept: () => Object.fromEntries(Array.from(cookies, ([name, { value }]) => [name, value])),
    /** What pages have not given back: listeners and channels. */
    handles: () => listeners + channels.size
  }
}
