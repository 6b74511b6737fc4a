/** The URL of the service, as it is written. */
import * as Effect from "effect/Effect"
import { parseUrl } from "../../../domain/url/AbsoluteUrl.ts"
import { isLoopback } from "../../../domain/url/Loopback.ts"
import * as ServiceConfig from "../../../http/ServiceConfig.ts"
import type { Check, Problem } from "../Check.ts"
import type { World } from "../World.ts"

const getVariableName = ({ options }: World): string => options.apiUrl?.name ?? "STACK_API_URL"

/** Removes a user name and password, with or without a scheme before them. A password may have any character. */
const removeUser = (text: string): string => text.replace(/^(\s*(?:[a-z][\w+.-]*:\/+)?).*@/is, "$1")

const makeUrlProblem = (world: World, url: string, subject: string): Problem => ({
  seen: `${getVariableName(world)} is ${JSON.stringify(removeUser(world.apiUrl))}, ${subject}`,
  fix: `${getVariableName(world)}=${removeUser(url)}`
})

const hasScheme = (text: string): boolean => /^https?:\/\/[^/]/i.test(text.trim())

const isInsecure = (text: string): boolean =>
  /^http:/i.test(text.trim()) && URL.canParse(text.trim()) && !isLoopback(new URL(text.trim()).hostname)

const hasApiPath = (text: string): boolean => /\/api\/(v\d|latest)/.test(text)

const docs = "guides/which-service.md"

const urlSpaces: Check = {
  id: "url-spaces",
  title: "The URL of the service has no white space around it",
  why: "An app refuses it when it starts.",
  docs,
  run: (world) =>
    world.apiUrl === world.apiUrl.trim()
      ? undefined
      : makeUrlProblem(world, world.apiUrl.trim(), "with white space around it")
}

const urlScheme: Check = {
  id: "url-scheme",
  title: "The URL of the service begins with https://, or http:// on this machine",
  why: "An app refuses it when it starts.",
  docs,
  run: (world) => {
    const url = world.apiUrl.trim()
    if (hasScheme(url)) return undefined
    const host = url.replace(/^[a-z][\w+.-]*:\/*(?=[^\d])/i, "").replace(/^\/+/, "")
    const scheme = /^(localhost|127\.)/.test(host) ? "http" : "https"
    return makeUrlProblem(world, `${scheme}://${host}`, "without http:// or https://")
  }
}

const urlApiPath: Check = {
  id: "url-api-path",
  title: "The URL of the service is without /api/v1, which Gatefold adds",
  why: "Requests would go to /api/v1/api/v1; an app refuses it when it starts.",
  docs,
  run: (world) =>
    hasApiPath(world.apiUrl)
      ? makeUrlProblem(
          world,
          world.apiUrl.trim().replace(/\/api\/(v\d|latest).*$/, ""),
          "with the path that is added to it"
        )
      : undefined
}

const urlInsecure: Check = {
  id: "url-insecure",
  title: "The service of another machine is reached over https",
  why: "Passwords, tokens and keys could be read on the way; an app refuses it unless allowInsecureHttp is set.",
  docs,
  run: (world) =>
    isInsecure(world.apiUrl)
      ? makeUrlProblem(world, world.apiUrl.trim().replace(/^http:/i, "https:"), "over http to another machine")
      : undefined
}

const urlForm: Check = {
  id: "url-form",
  title: "The URL of the service has a plain form",
  why: "An app refuses it when it starts.",
  docs,
  run: (world) => {
    const { apiUrl } = world
    if (apiUrl !== apiUrl.trim() || !hasScheme(apiUrl) || hasApiPath(apiUrl) || isInsecure(apiUrl)) {
      return Effect.undefined
    }
    return ServiceConfig.make({ projectId: "doctor", apiUrl }).pipe(
      Effect.as(undefined),
      Effect.catch(({ problem }) => {
        const plain = parseUrl(apiUrl)?.origin ?? "https://api.stack-auth.com"
        // A URL may have a password in it.
        return Effect.succeed({
          seen: `${getVariableName(world)} ${problem}`,
          fix: `${getVariableName(world)}=${plain}`
        })
      })
    )
  }
}

export const checks: ReadonlyArray<Check> = [urlSpaces, urlScheme, urlApiPath, urlInsecure, urlForm]
