/** Serves the test app on this machine, over http and https, under a strict content security policy. */
import * as http from "node:http"
import * as https from "node:https"
import * as path from "node:path"
import { rolldown } from "rolldown"
import { dist } from "../bench/built.ts"
import * as Certificate from "../support/Certificate.ts"
import { listen } from "../support/listen.ts"
import type { Settings } from "./app/settings.ts"

/** The app's files by name: what an app's author would get from the published package. */
const bundle = async (): Promise<ReadonlyMap<string, string>> => {
  const build = await rolldown({
    input: path.join(import.meta.dirname, "app/main.ts"),
    platform: "browser",
    transform: { define: { "process.env.NODE_ENV": '"production"' } },
    logLevel: "silent",
    plugins: [
      {
        // The app names modules of `src/`, so that it is type-checked; what is bundled is their published form.
        name: "published",
        resolveId: (specifier) => {
          const inSource = /(?:\.\.\/)+src\/(.*)\.ts$/.exec(specifier)?.[1]
          return inSource === undefined ? null : path.join(dist, `${inSource}.js`)
        }
      }
    ]
  })
  try {
    const { output } = await build.generate({ format: "esm" })
    return new Map(output.map((file) => [file.fileName, file.type === "chunk" ? file.code : String(file.source)]))
  } finally {
    await build.close()
  }
}

let bundled: ReturnType<typeof bundle> | undefined

/** A request that the app's server got. */
export interface Seen {
  readonly url: string
  readonly headers: http.IncomingHttpHeaders
}

/** The test app, served. */
export interface AppServer {
  /** Without a trailing slash. */
  readonly httpUrl: string
  readonly httpsUrl: string
  /** Another name of the same, which browsers do not count as a secure context; project configurations can trust it. */
  readonly insecureUrl: string
  readonly seen: ReadonlyArray<Seen>
  readonly close: () => Promise<void>
}

/** The path of a page on which sign-ups have challenges for bots. */
export const challenged = "/challenged"

/** Without a port. */
export const insecureOrigin = "http://app.test"

const field = (name: string, type = "text") => `<label>${name} <input name="${name}" type="${type}"></label>`
const form = (id: string, button: string, fields: string) =>
  `<form id="${id}">${fields}<button>${button}</button></form>`

const page = (settings: Settings) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Test app</title>
<body data-settings="${JSON.stringify(settings).replaceAll("&", "&amp;").replaceAll('"', "&quot;")}">
<output id="user"></output>
<output id="outcome"></output>
${form("sign-in", "Sign in", field("email", "email") + field("password", "password"))}
${form("sign-up", "Sign up", field("email", "email") + field("password", "password"))}
${form("magic-link", "Mail me a link", field("email", "email"))}
${form("oauth", "Go to the provider", field("provider"))}
${form("sign-out", "Sign out", "")}
${form("confirm", "Log the terminal in", "")}
<script type="module" src="/assets/main.js"></script>
`

/** Builds the app and serves it until it is closed. */
export const serve = async (settings: Settings): Promise<AppServer> => {
  const files = await (bundled ??= bundle())
  const seen: Array<Seen> = []
  const nonce = "bm9uY2U"
  const makePolicy = (isChallenged: boolean) =>
    [
      "default-src 'none'",
      isChallenged ? `script-src 'self' 'nonce-${nonce}'` : "script-src 'self'",
      `connect-src ${settings.apiUrl}`,
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      isChallenged ? "trusted-types gatefold-turnstile" : "trusted-types 'none'"
    ].join("; ")
  const turnstile = { siteKey: "invisible", visibleSiteKey: "visible", nonce }

  const answer = (request: http.IncomingMessage, response: http.ServerResponse) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost")
    const file = pathname.startsWith("/assets/") ? files.get(pathname.slice("/assets/".length)) : undefined
    if (pathname.startsWith("/assets/") && file === undefined) {
      response.writeHead(404).end()
      return
    }
    const isChallenged = pathname === challenged
    seen.push({ url: request.url ?? "", headers: request.headers })
    response.writeHead(200, {
      "content-type": file === undefined ? "text/html; charset=utf-8" : "text/javascript; charset=utf-8",
      "content-security-policy": makePolicy(isChallenged),
      "cache-control": "no-store",
      "x-content-type-options": "nosniff"
    })
    response.end(file ?? page(isChallenged ? { ...settings, turnstile } : settings))
  }

  const servers = [http.createServer(answer), https.createServer(Certificate.make(), answer)] as const
  const [httpPort, httpsPort] = await Promise.all(servers.map(listen))
  return {
    httpUrl: `http://localhost:${httpPort}`,
    httpsUrl: `https://localhost:${httpsPort}`,
    insecureUrl: `${insecureOrigin}:${httpPort}`,
    seen,
    close: async () => {
      await Promise.all(
        servers.map((server) => {
          server.closeAllConnections()
          return new Promise((resolve) => server.close(resolve))
        })
      )
    }
  }
}
