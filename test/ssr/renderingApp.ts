/** An app that renders pages, and its service, for the tests of adapters. */
import * as Emulator from "../../src/emulator/node.ts"
import * as Http from "../../src/http/Http.ts"
import { createClientApp } from "../../src/promise/index.ts"
import type { PageOptions } from "../../src/ssr/PageRequests.ts"
import { password } from "../support/emulatorCalls.ts"

export const origin = "http://localhost:3000"

export const person = { email: "ann@example.org", password }

/** Options of the app, with an emulator that knows one person, and what the app has sent to it. */
export const makeWorld = async () => {
  const service = Emulator.toFetchHandler({ project: {}, passwordCost: "insecure-fast" })
  const { baseUrl: apiUrl, project } = await service.emulator
  const sent: Array<string> = []
  const options: PageOptions = {
    ...project!,
    apiUrl,
    appUrl: origin,
    http: Http.layerHandler((request) => {
      sent.push(`${request.method} ${new URL(request.url).pathname}`)
      return service.fetch(request)
    })
  }
  await using client = createClientApp(options)
  await client.password.signUp(person)
  /** The tokens of the person as headers of a program. */
  const headers = { ...(await client.sessions.authHeaders()) }
  sent.length = 0
  return { options, sent, headers, dispose: () => service.dispose() }
}

/** The cookies that a browser would send after a response. */
export const listCookies = (response: Response) =>
  response.headers
    .getSetCookie()
    .filter((line) => !line.includes("Max-Age=0"))
    .map((line) => line.slice(0, line.indexOf(";")))
    .join("; ")

/** Whether a response removes cookies. */
export const isSignOut = (response: Response) =>
  response.headers.getSetCookie().some((line) => line.includes("Max-Age=0"))

/** The path that a response redirects to. */
export const whereTo = (response: Response) =>
  new URL(response.headers.get("location") ?? "about:blank", origin).pathname
