/** Checks what web pages depend on: CORS, redirects and cookies. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as AdminApp from "../../../admin/AdminApp.ts"
import * as AdminProject from "../../../admin/Project.ts"
import { isWebUrl, parseUrl } from "../../../domain/url/AbsoluteUrl.ts"
import * as HandlerUrls from "../../../domain/url/HandlerUrls.ts"
import { isLoopback } from "../../../domain/url/Loopback.ts"
import * as TrustedUrl from "../../../emulator/projects/TrustedUrl.ts"
import * as RetryPolicy from "../../../http/RetryPolicy.ts"
import { type Check, type Problem, type Verdict, skip } from "../Check.ts"
import * as Probe from "../Probe.ts"
import { parseProject } from "../Project.ts"
import type { World } from "../World.ts"

const noAppUrl = skip("the URL of the app is not known: --app-url, or GATEFOLD_APP_URL")

const withApp =
  (check: (world: World, app: URL) => Effect.Effect<Verdict>): Check["run"] =>
  (world) =>
    world.appUrl === undefined || !isWebUrl(world.appUrl)
      ? Effect.succeed(noAppUrl)
      : check(world, new URL(world.appUrl))

/** The settings that the service checks redirects by, which only an admin may read. */
const readTrust = Effect.fnUntraced(function* (world: World) {
  const project = yield* parseProject(world)
  const key = world.options.superSecretAdminKey
  if (project === undefined || key === undefined) {
    return skip("reading the project's settings takes STACK_SUPER_SECRET_ADMIN_KEY")
  }
  if (!world.isForService(key)) return skip(Probe.notForService)
  if (!Probe.isService(yield* world.service)) return skip("no service has answered")
  const { apiUrl, projectId } = project
  return yield* AdminProject.get.pipe(
    Effect.provide(AdminApp.layer({ apiUrl, projectId, superSecretAdminKey: key.text })),
    Effect.provideService(RetryPolicy.RetryPolicy, RetryPolicy.none),
    Effect.map(({ config }): TrustedUrl.Trust => ({
      allowLocalhost: config.allowLocalhost,
      domains: config.domains.map(({ domain }) => domain),
      hostedProjectId: projectId
    })),
    Effect.catch(() => Effect.succeed(skip("the settings of the project cannot be read")))
  )
})

const withTrust = (check: (trust: TrustedUrl.Trust, app: URL) => Problem | undefined): Check["run"] =>
  withApp((world, app) => Effect.map(readTrust(world), (trust) => ("skipped" in trust ? trust : check(trust, app))))

const neededHeaders = ["x-stack-access-type", "x-stack-project-id", "x-stack-publishable-client-key", "content-type"]

const sendPreflight = (apiUrl: string, origin: string) =>
  Effect.tryPromise((signal) =>
    fetch(`${apiUrl}/api/v1/users/me`, {
      method: "OPTIONS",
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(Probe.patienceMillis)]),
      headers: {
        origin,
        "access-control-request-method": "GET",
        "access-control-request-headers": neededHeaders.join(",")
      }
    })
  )

const findCorsProblem = ({ headers, status }: Response, origin: string): string | undefined => {
  const allowed = headers.get("access-control-allow-origin")
  if (status >= 300) return `status ${status}`
  if (allowed !== "*" && allowed !== origin) {
    return allowed === null ? "no page is allowed" : `only ${allowed.slice(0, 100)} is allowed`
  }
  const list = (headers.get("access-control-allow-headers") ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
  const missing = list.includes("*") ? undefined : neededHeaders.find((name) => !list.includes(name))
  return missing === undefined ? undefined : `the header ${missing} is not allowed`
}

const trustDomain = (url: string): string =>
  `Add ${url} to the trusted domains of the project. Which rule decides: npx gatefold redirect explain ${url}`

const cors: Check = {
  id: "cors",
  title: "Pages of the app may call the service",
  why: "Browsers refuse every call of a page.",
  docs: "protocol/headers.md#cors",
  run: withApp(
    Effect.fnUntraced(function* (world, app) {
      const project = yield* parseProject(world)
      if (project === undefined || !Probe.isService(yield* world.service)) return skip("no service has answered")
      const answer = yield* Effect.result(sendPreflight(project.apiUrl, app.origin))
      const problem = Result.isFailure(answer) ? "no answer" : findCorsProblem(answer.success, app.origin)
      if (problem === undefined) return undefined
      return {
        seen: `Asked for ${app.origin}, ${project.apiUrl} answers: ${problem}`,
        fix: "Let what stands before the service pass on OPTIONS requests and the headers access-control-*"
      }
    })
  )
}

const redirectHandler: Check = {
  id: "redirect-handler",
  title: "The project trusts the app's pages",
  why: "Mails, providers and invitations cannot lead back: RedirectUrlNotWhitelisted.",
  docs: "concepts/redirects.md#trusted-domains",
  run: withTrust((trust, app) => {
    const page = new URL(HandlerUrls.resolve().oauthCallback, app).href
    return isLoopback(app.hostname) || TrustedUrl.isTrusted(trust, page)
      ? undefined
      : {
          seen: `The project trusts ${trust.domains.join(", ") || "no domains"}, and not ${page}`,
          fix: trustDomain(app.origin)
        }
  })
}

const redirectLocalhost: Check = {
  id: "redirect-localhost",
  title: "The project allows localhost, where the app runs",
  why: "Mails, providers and invitations cannot lead back: RedirectUrlNotWhitelisted.",
  docs: "concepts/redirects.md#trusted-domains",
  run: withTrust((trust, app) =>
    !isLoopback(app.hostname) || TrustedUrl.isTrusted(trust, new URL("/handler", app).href)
      ? undefined
      : {
          seen: `The app is at ${app.origin}, and the project does not allow localhost`,
          fix: "npx gatefold project set config.allowLocalhost true"
        }
  )
}

const redirectLocalhostOpen: Check = {
  id: "redirect-localhost-open",
  title: "The project of a public app does not allow localhost",
  level: "warning",
  why: "Any program on a user's machine can have codes of sign-ins sent to it.",
  docs: "guides/production.md",
  run: withTrust((trust, app) =>
    isLoopback(app.hostname) || !trust.allowLocalhost
      ? undefined
      : {
          seen: `The app is at ${app.origin}, and the project allows localhost`,
          fix: "npx gatefold project set config.allowLocalhost false"
        }
  )
}

const cookiesHttp: Check = {
  id: "cookies-http",
  title: "The app is where its cookies are kept",
  why: "Browsers keep cookies with Secure and __Host- for https and localhost only, so nobody stays signed in.",
  docs: "protocol/cookies.md",
  run: withApp((_, app) =>
    Effect.succeed(
      app.protocol === "http:" && !isLoopback(app.hostname)
        ? { seen: `The app is at ${app.origin}, over http`, fix: `Serve it over https: https://${app.host}` }
        : undefined
    )
  )
}

const proxyHeaders: Check = {
  id: "proxy-headers",
  title: "The app knows the address that it is reached at",
  why: "Behind a proxy that hides it, an app sends users to addresses that they cannot reach, and names its cookies as for http.",
  docs: "guides/deploy.md",
  run: withApp(
    Effect.fnUntraced(function* (_, app) {
      const answer = yield* Effect.result(
        Effect.tryPromise((signal) =>
          fetch(app, {
            redirect: "manual",
            signal: AbortSignal.any([signal, AbortSignal.timeout(Probe.patienceMillis)])
          })
        )
      )
      if (Result.isFailure(answer)) return skip(`the app does not answer at ${app.origin}`)
      yield* Effect.promise(async () => answer.success.body?.cancel().catch(() => undefined))
      const location = answer.success.headers.get("location")
      const target = location === null ? undefined : parseUrl(location, app)
      const isInside =
        target !== undefined &&
        target.origin !== app.origin &&
        (target.hostname === app.hostname || isLoopback(target.hostname) || !target.hostname.includes("."))
      if (!isInside) return undefined
      return {
        seen: `${app.origin} leads to ${target.origin}, an address behind the proxy`,
        fix: "Let the proxy send X-Forwarded-Host and X-Forwarded-Proto, and the app believe them"
      }
    })
  )
}

export const checks: ReadonlyArray<Check> = [
  cors,
  redirectHandler,
  redirectLocalhost,
  redirectLocalhostOpen,
  cookiesHttp,
  proxyHeaders
]
