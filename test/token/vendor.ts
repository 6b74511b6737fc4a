/**
 * A browser with hosts below one domain, and the vendor's clients in it as far as cookies go: which they write, and by
 * which rule they read.
 */

interface Kept {
  readonly name: string
  readonly value: string
  readonly domain: string
  readonly isHostOnly: boolean
  readonly isSecure: boolean
}

/** Cookies by name, as a page or a server sees them. */
export type Seen = Readonly<Record<string, string>>

/** One origin in the browser: what its pages and its server read and write. */
export interface Site {
  readonly isSecure: boolean
  readonly hostname: string
  /** The `Cookie` header. */
  readonly header: () => string
  /** Takes a line of a script or a `Set-Cookie` header. */
  readonly write: (line: string) => void
}

/** A browser without cookies. Paths are always `/` here. */
export const makeBrowser = () => {
  const kept: Array<Kept> = []
  const isSeen = ({ protocol, hostname }: URL, cookie: Kept): boolean =>
    (!cookie.isSecure || protocol === "https:") &&
    (hostname === cookie.domain || (!cookie.isHostOnly && hostname.endsWith(`.${cookie.domain}`)))

  const write = (url: URL, line: string) => {
    const [pair = "", ...rest] = line.split(";").map((part) => part.replace(/^ +/, ""))
    const attributes = new Map(
      rest.map((part) => [part.split("=", 1)[0]!.toLowerCase(), part.slice(part.indexOf("=") + 1)])
    )
    const [name, value] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]
    const domain = attributes.get("domain")
    const cookie = {
      name,
      value,
      domain: domain ?? url.hostname,
      isHostOnly: domain === undefined,
      isSecure: attributes.has("secure")
    }
    if (domain !== undefined && url.hostname !== domain && !url.hostname.endsWith(`.${domain}`)) return
    if (cookie.isSecure && url.protocol !== "https:") return
    if (name.startsWith("__Host-") && !(cookie.isSecure && cookie.isHostOnly)) return
    const at = kept.findIndex((other) => other.name === name && other.domain === cookie.domain)
    if (at >= 0 && kept[at]!.isSecure && url.protocol !== "https:") return
    if (at >= 0) kept.splice(at, 1)
    const isGone = attributes.get("max-age") === "0" || Date.parse(attributes.get("expires") ?? "9999") < Date.now()
    if (!isGone) kept.push(cookie)
  }

  return {
    open: (origin: string): Site => {
      const url = new URL(origin)
      return {
        isSecure: url.protocol === "https:",
        hostname: url.hostname,
        header: () =>
          kept
            .filter((cookie) => isSeen(url, cookie))
            .map(({ name, value }) => `${name}=${value}`)
            .join("; "),
        write: (line) => write(url, line)
      }
    },
    names: () => kept.map(({ name }) => name)
  }
}

/** Who is signed in, by the tokens in cookies. */
export interface Session {
  readonly refresh: string
  readonly access: string | undefined
}

/** One of the vendor's clients, on a page or on a server: both read and write alike. */
export interface Vendor {
  readonly read: (site: Site) => Session | undefined
  /** Signs in, or puts another access token beside the refresh token, as after a refresh. */
  readonly write: (site: Site, session: Session) => void
  readonly signOut: (site: Site) => void
}

const seenAt = (site: Site): Seen =>
  Object.fromEntries(
    site
      .header()
      .split("; ")
      .filter((pair) => pair !== "")
      .map((pair) => [pair.slice(0, pair.indexOf("=")), decodeURIComponent(pair.slice(pair.indexOf("=") + 1))])
  )

const findAccessToken = (text: string | undefined, refresh: string): string | undefined => {
  const pair: unknown = text?.startsWith('["') ? JSON.parse(text) : undefined
  return Array.isArray(pair) && pair[0] === refresh ? pair[1] : undefined
}

const year = "; Max-Age=31536000; Path=/"

/** The client of before 2025-11: bare tokens, the same names on http and https, never `Secure` there. */
const old = (projectId: string): Vendor => {
  const name = `stack-refresh-${projectId}`
  return {
    read: (site) => {
      const seen = seenAt(site)
      const refresh = seen[name] || seen["stack-refresh"]
      return refresh ? { refresh, access: findAccessToken(seen["stack-access"], refresh) } : undefined
    },
    write: (site, { access, refresh }) => {
      site.write(`${name}=${refresh}${year}`)
      site.write(`stack-access=${encodeURIComponent(JSON.stringify([refresh, access]))}; Max-Age=86400; Path=/`)
      site.write("stack-refresh=; Max-Age=0; Path=/")
    },
    signOut: (site) => {
      for (const gone of [name, "stack-access", "stack-refresh"]) site.write(`${gone}=; Max-Age=0; Path=/`)
    }
  }
}

/** How the vendor's clients of 2025-11 and 2026-05 are set up. */
export interface StructuredOptions {
  readonly brand: "stack" | "hexclave"
  /** The domain whose hosts share the session, where the project trusts it and all below it. */
  readonly shared?: string | undefined
  readonly now: () => number
}

/** The clients since 2025-11: tokens with their time, `__Host-` on https, and one that hosts share. */
const since = (projectId: string, { brand, now, shared }: StructuredOptions): Vendor => {
  const name = `${brand}-refresh-${projectId}`
  const brands = brand === "stack" ? ["stack"] : ["hexclave", "stack"]
  const isStructured = (name: string, of: ReadonlyArray<string>) =>
    of.some((brand) => ["", "__Host-"].some((prefix) => name.startsWith(`${prefix}${brand}-refresh-${projectId}--`)))
  const bare = [`stack-refresh-${projectId}`, "stack-refresh"]
  const attributes = (site: Site) => `${year}; SameSite=Lax${site.isSecure ? "; Secure" : ""}`

  const newest = (seen: Seen, of: ReadonlyArray<string>): string | undefined =>
    Object.entries(seen)
      .filter(([name]) => isStructured(name, of))
      .map(([, value]): { refresh_token: string; updated_at_millis: number } => JSON.parse(value))
      .sort((a, b) => b.updated_at_millis - a.updated_at_millis)[0]?.refresh_token

  const refreshIn = (seen: Seen): string | undefined =>
    (brand === "hexclave" ? newest(seen, ["hexclave"]) : undefined) ??
    bare.map((name) => seen[name]).find((text) => text) ??
    newest(seen, brands)

  /** Removes everything that it knows of, but for one. */
  const removeOthers = (site: Site, kept: string | undefined) => {
    for (const other of Object.keys(seenAt(site))) {
      if (other === kept || (!bare.includes(other) && !isStructured(other, brands))) continue
      const domain = other.includes("--custom-") && shared !== undefined ? `; Domain=${shared}` : ""
      site.write(`${other}=; Max-Age=0; Path=/${site.isSecure ? "; Secure" : ""}${domain}`)
    }
  }

  return {
    read: (site) => {
      const seen = seenAt(site)
      const refresh = refreshIn(seen)
      const access = brands.map((brand) => seen[`${brand}-access`]).find((text) => text !== undefined)
      return refresh === undefined ? undefined : { refresh, access: findAccessToken(access, refresh) }
    },
    write: (site, { access, refresh }) => {
      const own = `${site.isSecure ? "__Host-" : ""}${name}--default`
      const value = encodeURIComponent(JSON.stringify({ refresh_token: refresh, updated_at_millis: now() }))
      const custom = shared === undefined ? undefined : `${name}--custom-${base32(shared)}`
      if (custom === undefined) site.write(`${own}=${value}${attributes(site)}`)
      else site.write(`${custom}=${value}${attributes(site)}; Domain=${shared}`)
      site.write(
        `${brand}-access=${encodeURIComponent(JSON.stringify([refresh, access]))}${attributes(site)}; Max-Age=86400`
      )
      removeOthers(site, custom ?? own)
    },
    signOut: (site) => {
      removeOthers(site, undefined)
      site.write(`${brand}-access=; Max-Age=0; Path=/`)
    }
  }
}

const base32 = (text: string): string => {
  const bits = Array.from(new TextEncoder().encode(text), (byte) => byte.toString(2).padStart(8, "0")).join("")
  return (bits.match(/.{1,5}/g) ?? [])
    .map((digit) => "0123456789ABCDEFGHJKMNPQRSTVWXYZ"[Number.parseInt(digit.padEnd(5, "0"), 2)])
    .join("")
}

/** The vendor's clients by the time of their cookies. */
export const vendors = (projectId: string, now: () => number, shared?: string) => ({
  "before 2025-11": old(projectId),
  "since 2025-11": since(projectId, { brand: "stack", now, shared }),
  "since 2026-05": since(projectId, { brand: "hexclave", now, shared })
})
