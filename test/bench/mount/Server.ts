/** The pages of the benchmark, and a service on the same origin that answers at once. */
import * as http from "node:http"
import { listen } from "../../support/listen.ts"
import { accessToken, callHeaders, projectId, publishableClientKey, refreshToken, userJson } from "../wire.ts"
import type { Settings } from "./Subject.ts"

const user = JSON.parse(userJson) as { readonly display_name: string; readonly id: string }

/** What better-auth's own server answers. */
const sessionJson = () => {
  const at = new Date().toISOString()
  const times = { createdAt: at, updatedAt: at }
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  return JSON.stringify({
    user: { id: user.id, name: user.display_name, email: "ann@example.org", emailVerified: true, ...times },
    session: { id: "session", token: "token", userId: user.id, expiresAt, ...times }
  })
}

/** Where pages are, and how many requests their subjects have made. */
export interface Server {
  readonly makePageUrl: (script: string) => string
  readonly requests: () => number
  readonly close: () => void
}

/** Serves these scripts by name. */
export const serve = async (scripts: ReadonlyMap<string, string>): Promise<Server> => {
  let requests = 0
  const token = accessToken(Math.floor(Date.now() / 1000), 3600)
  const settings: Settings = {
    name: user.display_name,
    projectId,
    publishableClientKey,
    accessToken: token,
    refreshToken,
    headers: callHeaders(token)
  }
  const server = http.createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    request.resume()
    const { pathname, search, searchParams } = new URL(request.url ?? "/", "http://localhost")
    const answer = (type: string, body: string) =>
      response
        .writeHead(200, {
          "content-type": type,
          "content-length": Buffer.byteLength(body),
          "x-stack-actual-status": "200"
        })
        .end(body)
    if (pathname === "/") {
      const script = `<script>settings = ${JSON.stringify(settings)}</script><script type="module" src="/script${search}"></script>`
      return answer("text/html", `<!doctype html><link rel="icon" href="data:,"><body>${script}`)
    }
    const script = pathname === "/script" ? scripts.get(searchParams.get("subject") ?? "") : undefined
    if (script !== undefined) return answer("text/javascript", script)
    requests++
    return answer("application/json", pathname.startsWith("/api/auth/") ? sessionJson() : userJson)
  })
  const port = await listen(server)
  return {
    makePageUrl: (script) => `http://127.0.0.1:${port}/?${script}`,
    requests: () => requests,
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}
