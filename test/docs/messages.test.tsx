// @vitest-environment happy-dom
/** What errors say: what happened, why, and what to do or to write. One line for each situation that people meet. */
import { act, cleanup, render } from "@testing-library/react"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Component, type ReactNode } from "react"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { Forbidden, Unauthorized, Unavailable } from "../../src/backend/AuthErrors.ts"
import * as Emulator from "../../src/emulator/node.ts"
import * as Http from "../../src/http/Http.ts"
import * as RetryPolicy from "../../src/http/RetryPolicy.ts"
import * as Navigation from "../../src/platform/page/Navigation.ts"
import { createAdminApp } from "../../src/promise/AdminApp.ts"
import { createClientApp, type CreateClientAppOptions } from "../../src/promise/index.ts"
import { createServerApp } from "../../src/promise/ServerApp.ts"
import { AuthProvider, useResource, useUser } from "../../src/react/index.ts"
import { waitMillis } from "../support/patience.ts"
import { projectId as unknownId } from "../support/scriptedNetwork.ts"

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const service = Emulator.toFetchHandler({ project: {}, passwordCost: "insecure-fast" })
const email = "ann@example.org"
const password = "a fine password"
let options: CreateClientAppOptions
let secretServerKey = ""

beforeAll(async () => {
  const { baseUrl, project } = await service.emulator
  const { projectId, publishableClientKey } = project!
  secretServerKey = project!.secretServerKey
  const http = Http.layerHandler(service.fetch)
  options = { projectId, publishableClientKey, apiUrl: baseUrl, appUrl: "http://localhost:3000", http }
  await createClientApp(options).password.signUp({ email, password })
})
afterAll(() => service.dispose())

const once = Layer.succeed(RetryPolicy.RetryPolicy, RetryPolicy.none)

/** An app over a network that answers so, tried once. */
const over = (answer: () => Promise<Response>, more: Partial<CreateClientAppOptions> = {}) =>
  createClientApp({
    ...options,
    http: Http.layerHandler(answer),
    platform: once,
    ...more
  })
const client = (more: object = {}) => createClientApp({ ...options, ...more })
const server = (more: object = {}) =>
  createServerApp({ ...options, secretServerKey, dangerouslyAllowBrowser: true, ...more })
const untyped = <F extends (...args: never) => unknown>(f: F) =>
  f as unknown as (...args: ReadonlyArray<unknown>) => any

class Boundary extends Component<{ readonly children: ReactNode; readonly caught: (error: unknown) => void }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override componentDidCatch = (error: unknown) => this.props.caught(error)
  override render = () => (this.state.failed ? null : this.props.children)
}

/** What a hook dies of. */
const rendered = async (use: () => unknown, wrap: (node: ReactNode) => ReactNode) => {
  const errors: Array<unknown> = []
  const Uses = () => {
    use()
    return null
  }
  vi.spyOn(console, "error").mockImplementation(() => {})
  await act(async () => {
    render(<Boundary caught={(error) => errors.push(error)}>{wrap(<Uses />)}</Boundary>)
  })
  await vi.waitFor(() => expect(errors).toHaveLength(1), { timeout: waitMillis })
  cleanup()
  vi.restoreAllMocks()
  throw errors[0]
}

const inProvider = (node: ReactNode) => <AuthProvider options={{ ...options, tokenStore: null }}>{node}</AuthProvider>

const situations: ReadonlyArray<readonly [situation: string, run: () => unknown, message: string]> = [
  [
    "no options",
    () => untyped(createClientApp)().project.get(),
    "Invalid option projectId: it is missing; pass { projectId }, or set HEXCLAVE_PROJECT_ID or STACK_PROJECT_ID for a config layer. The emulator prints it (npx gatefold start), and the project's dashboard shows it"
  ],
  [
    "no options for a server",
    () => untyped(createServerApp)().users.list(),
    "The secretServerKey is secret, and this is a browser, where everybody can read it. Use a client app here. If this only looks like a browser, such as a test with a DOM, set dangerouslyAllowBrowser."
  ],
  [
    "no options for an admin",
    () => untyped(createAdminApp)().project.get(),
    "The superSecretAdminKey is secret, and this is a browser, where everybody can read it. Use a client app here. If this only looks like a browser, such as a test with a DOM, set dangerouslyAllowBrowser."
  ],
  [
    "no project",
    () => client({ projectId: "" }).project.get(),
    "Invalid option projectId: it is missing; pass { projectId }, or set HEXCLAVE_PROJECT_ID or STACK_PROJECT_ID for a config layer. The emulator prints it (npx gatefold start), and the project's dashboard shows it"
  ],
  [
    "a project's name for its id",
    () => client({ projectId: "my project" }).project.get(),
    "Invalid option projectId: only visible ASCII characters are allowed; copy it as the project's dashboard or the emulator shows it"
  ],
  [
    "a secret key in a client",
    () => client({ publishableClientKey: "ssk_x" }).project.get(),
    "Invalid option publishableClientKey: this is another kind of key (ssk_…); pass the one that begins with pck_"
  ],
  [
    "no key for a server",
    () => server({ secretServerKey: undefined }).users.list(),
    "Invalid option secretServerKey: it is missing; pass { secretServerKey }, or set HEXCLAVE_SECRET_SERVER_KEY or STACK_SECRET_SERVER_KEY for a config layer. The emulator prints it (npx gatefold start), and the project's dashboard shows it"
  ],
  [
    "a client's key for a server",
    () => server({ secretServerKey: "pck_x" }).users.list(),
    "Invalid option secretServerKey: this is another kind of key (pck_…); pass the one that begins with ssk_"
  ],
  [
    "a server in a browser",
    () => server({ dangerouslyAllowBrowser: false }).users.list(),
    "The secretServerKey is secret, and this is a browser, where everybody can read it. Use a client app here. If this only looks like a browser, such as a test with a DOM, set dangerouslyAllowBrowser."
  ],
  [
    "a URL that is none",
    () => client({ apiUrl: "localhost:8102" }).project.get(),
    "Invalid option apiUrl: must be an absolute http or https URL, such as http://127.0.0.1:8102"
  ],
  [
    "http beyond this machine",
    () => client({ apiUrl: "http://auth.example.com" }).project.get(),
    "Invalid option apiUrl: must be https; for a trusted network set allowInsecureHttp"
  ],
  [
    "a URL with a query",
    () => client({ apiUrl: "https://auth.example.com/?a" }).project.get(),
    "Invalid option apiUrl: must not have a query or fragment"
  ],
  [
    "a time limit that is none",
    () => client({ timeout: "soon" }).project.get(),
    'Invalid option timeout: must be a duration between 1 and 2147483647 ms, such as 5000 or "5 seconds"'
  ],
  [
    "a header of the protocol",
    () => client({ extraRequestHeaders: { authorization: "x" } }).project.get(),
    "Invalid option extraRequestHeaders.authorization: reserved, or not a valid header name"
  ],
  [
    "a token store that is none",
    () => client({ tokenStore: "cookies" }).project.get(),
    'Invalid option tokenStore: must be "cookie", "memory", null, tokens, a layer or a request, of Node { headers: new Headers(request.headers) }'
  ],
  [
    "tokens that are undefined",
    () => client({ tokenStore: { accessToken: "undefined", refreshToken: "" } }).project.get(),
    'The accessToken is empty, not a string, or the text "undefined"'
  ],
  [
    "an app's URL that is none",
    () => client({ appUrl: "localhost" }).project.get(),
    "Invalid option appUrl: must be an absolute http or https URL, such as http://localhost:3000"
  ],
  [
    "an app after its end",
    async () => {
      const app = client()
      await app.dispose()
      await app.project.get()
    },
    "This app has been disposed of: await each call before that, such as `return await app.…` in a block with `await using`, or create another app"
  ],
  [
    "an unknown project",
    () => client({ projectId: unknownId }).project.get(),
    "This project does not exist; check the project id that the app is configured with."
  ],
  [
    "a wrong client key",
    () => client({ publishableClientKey: "pck_wrong" }).project.get(),
    "The publishable client key is not valid for this project. Check the app's projectId and apiUrl, and publishableClientKey."
  ],
  [
    "a wrong server key",
    () => server({ secretServerKey: "ssk_wrong" }).users.list(),
    "The secret server key is not valid for this project. Check the app's projectId and apiUrl, and secretServerKey."
  ],
  [
    "nothing listens on this machine",
    () => client({ http: Http.layerFetch(), apiUrl: "http://127.0.0.1:9", platform: once }).project.get(),
    "GET /projects/current failed: http://127.0.0.1:9 did not answer (NetworkError); if that is the emulator, start it: npx gatefold start"
  ],
  [
    "a host that cannot be reached",
    () =>
      over(() => Promise.reject(new TypeError("fetch failed")), { apiUrl: "https://auth.example.com" }).project.get(),
    "GET /projects/current failed: https://auth.example.com cannot be reached (TypeError); check the API URL and that the service runs"
  ],
  [
    "an answer that does not come",
    () => over(() => new Promise(() => {}), { timeout: 20 }).project.get(),
    "GET /projects/current failed: no complete answer within 20 ms"
  ],
  [
    "too many requests",
    () => over(async () => new Response("", { status: 429, headers: { "retry-after": "7200" } })).project.get(),
    "GET /projects/current failed: too many requests; try again in 7200 s"
  ],
  [
    "a redirect",
    () =>
      over(
        async () => new Response("", { status: 308, headers: { location: "https://elsewhere.example.com/" } })
      ).project.get(),
    "GET /projects/current failed: the service answered with a redirect to elsewhere.example.com; check that the API URL is the final one (scheme, host and path)"
  ],
  [
    "a page of a proxy",
    () => over(async () => new Response("<html>", { status: 502 })).project.get(),
    "GET /projects/current failed: status 502: …"
  ],
  [
    "no JSON",
    () => over(async () => new Response("<html>", { headers: { "content-type": "text/html" } })).project.get(),
    "GET /projects/current failed: the answer (status 200) is not valid: content type text/html"
  ],
  [
    "another shape",
    () => over(async () => Response.json({ id: 1 })).project.get(),
    "GET /projects/current failed: the answer (status 200) is not valid: id: Expected a string, got a number"
  ],
  [
    "no input",
    () => untyped(client().password.signIn)(),
    "Password.signIn failed: the input is not valid, nothing was sent: input: it is missing"
  ],
  ["an input without its members", () => untyped(client().password.signIn)({ email }), "Wrong e-mail or password."],
  [
    "an id that would leave its path",
    () => server().users.get("../projects"),
    "GET /users/:userId failed: the input is not valid, nothing was sent: userId: Expected an id that is safe as one path segment, got a string"
  ],
  ["a user who is not there", () => server().users.get(unknownId), "The user was not found."],
  ["a wrong password", () => client().password.signIn({ email, password: "wrong" }), "Wrong e-mail or password."],
  [
    "an address that is taken",
    () => client().password.signUp({ email, password }),
    "This email address belongs to another account already."
  ],
  [
    "an address that is none",
    () => client().password.signUp({ email: "ann", password }),
    "POST /auth/password/sign-up failed: the input is not valid, nothing was sent: email: Expected an email address of at most 254 characters, got a string"
  ],
  [
    "a short password",
    () => client().password.signUp({ email: "bob@example.org", password: "short" }),
    "The password is too short."
  ],
  ["nobody is signed in", () => client().teams.list(), "This needs a signed-in user."],
  ["nobody is signed in, asked for", () => client().currentUser.get({ or: "throw" }), "This needs a signed-in user."],
  [
    "a provider's name",
    () => client().oauth.start({ provider: "Git Hub" }),
    "Invalid option provider: it must be the id of a provider, such as github"
  ],
  [
    "a provider that is off",
    () => client({ platform: Navigation.layerCustom(() => {}) }).oauth.start({ provider: "github" }),
    "The sign-in provider is unknown or not enabled."
  ],
  [
    "a page elsewhere",
    () => client({ platform: Navigation.layerCustom(() => {}) }).redirect.toUrl("https://evil.example.com"),
    "The redirect target is not a page of this app; pass a path such as /dashboard"
  ],
  [
    "a hook without a provider",
    () =>
      rendered(
        () => useUser(),
        (node) => node
      ),
    "There is no <AuthProvider> above this component: put it around your app, <AuthProvider options={{ projectId, publishableClientKey }}>…</AuthProvider>"
  ],
  [
    "a hook that is to redirect",
    () => rendered(() => useUser({ or: "redirect" }), inProvider),
    "Invalid option navigation: it is needed to redirect; pass navigation: Navigation.layerWindow, or Navigation.layerCustom with your router"
  ],
  [
    "a hook over a function of one's own",
    () => rendered(() => untyped(useResource)(Effect.succeed(1)), inProvider),
    "Invalid option operation: only operations have a name to keep their results by; make one with `operation` or `asOperation`"
  ],
  [
    "a stranger",
    () => Promise.reject(new Unauthorized({ reason: "missing" })),
    "Sign in first: the request has no credentials."
  ],
  [
    "a visitor without a permission",
    () => Promise.reject(new Forbidden({ reason: "permission", permission: "orders:read" })),
    "This needs the permission orders:read."
  ],
  [
    "a page of another origin",
    () => Promise.reject(new Forbidden({ reason: "origin" })),
    "Pages of other origins may not do this with the user's cookies: send the tokens in a header, or have the server trust the origin (trustedOrigins)."
  ],
  [
    "a service that cannot be asked",
    () => Promise.reject(new Unavailable()),
    "Authentication is not available at the moment."
  ]
]

describe("messages", () => {
  it.each(situations)("say what is wrong: %s", async (_, run, message) => {
    const failed = await Promise.resolve()
      .then(run)
      .then(
        () => undefined,
        (error: unknown) => error
      )
    expect(failed).toBeInstanceOf(Error)
    expect((failed as Error).message).toBe(message)
  })

  it("are held for at least 40 situations", () => {
    expect(situations.length).toBeGreaterThanOrEqual(40)
  })
})
