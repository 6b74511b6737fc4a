/** React Router's own server, with real users of an emulator. */
import { renderToReadableStream } from "react-dom/server"
import {
  createRequestHandler,
  type LoaderFunctionArgs,
  Outlet,
  type RequestHandler,
  type ServerBuild,
  ServerRouter,
  useLoaderData
} from "react-router"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { AuthProvider } from "../../src/react-router/index.ts"
import { createReactRouterAuth, type PageOptions } from "../../src/react-router/server.ts"
import { type DehydratedState, useUser } from "../../src/react/index.ts"
import { listCookies, isSignOut, makeWorld, origin, person, whereTo } from "../ssr/renderingApp.ts"

const errors: Array<unknown> = []
let world: Awaited<ReturnType<typeof makeWorld>>
let handle: RequestHandler

/** What React Router's compiler would make of an app. */
const build = (options: PageOptions): ServerBuild => {
  const auth = createReactRouterAuth(options)
  const { projectId, publishableClientKey } = options
  const read = ({ context }: LoaderFunctionArgs) => context.get(auth.page)
  const modules: Record<string, { readonly path?: string; readonly module: Record<string, unknown> }> = {
    root: {
      module: {
        middleware: [auth.middleware],
        loader: (args: LoaderFunctionArgs) => read(args).dehydrate(),
        default: function Root() {
          return (
            <AuthProvider options={{ projectId, publishableClientKey }} initial={useLoaderData<DehydratedState>()}>
              <Outlet />
            </AuthProvider>
          )
        }
      }
    },
    home: { path: "home", module: { default: () => `for ${useUser()?.primaryEmail ?? "nobody"}` } },
    hook: { path: "hook", module: { default: () => `for ${useUser({ or: "redirect" }).primaryEmail}` } },
    value: {
      path: "value",
      module: { default: () => `for ${useUser({ or: "redirect", as: "value" })?.primaryEmail ?? "later"}` }
    },
    orders: {
      path: "orders",
      module: {
        middleware: [auth.signedIn()],
        loader: ({ context }: LoaderFunctionArgs) => ({ email: context.get(auth.user).primaryEmail }),
        default: () => `orders of ${useLoaderData<{ email: string }>().email}`
      }
    },
    "sign-in": {
      path: "sign-in",
      module: { action: (args: LoaderFunctionArgs) => read(args).password.signIn(person) }
    },
    "sign-out": {
      path: "sign-out",
      module: {
        action: async (args: LoaderFunctionArgs) => {
          await read(args).sessions.signOut()
          return { signedOut: true }
        },
        default: () => "out"
      }
    }
  }
  const common = (id: string) => ({
    id,
    ...(id === "root" ? { path: "" } : { parentId: "root", path: modules[id]!.path! })
  })
  return {
    assets: {
      entry: { imports: [], module: "/entry.js" },
      url: "/manifest.js",
      version: "1",
      routes: Object.fromEntries(
        Object.entries(modules).map(([id, { module }]) => [
          id,
          {
            ...common(id),
            hasAction: "action" in module,
            hasLoader: "loader" in module,
            hasClientAction: false,
            hasClientLoader: false,
            hasClientMiddleware: false,
            hasErrorBoundary: false,
            module: `/${id}.js`,
            clientActionModule: undefined,
            clientLoaderModule: undefined,
            clientMiddlewareModule: undefined,
            hydrateFallbackModule: undefined
          }
        ])
      )
    },
    routes: Object.fromEntries(
      Object.entries(modules).map(([id, { module }]) => [id, { ...common(id), module }])
    ) as unknown as ServerBuild["routes"],
    entry: {
      module: {
        default: async (request, status, headers, context) => {
          const body = await renderToReadableStream(<ServerRouter context={context} url={request.url} />, {
            onError: () => {}
          })
          headers.set("content-type", "text/html")
          return new Response(body, { status, headers })
        },
        handleError: (error) => void errors.push(error)
      }
    },
    publicPath: "/",
    assetsBuildDirectory: "build/client",
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: "initial", manifestPath: "/__manifest" }
  }
}

const ask = (path: string, init?: RequestInit) => handle(new Request(origin + path, init))

const signedIn = async () => ({ cookie: listCookies(await ask("/sign-in", { method: "POST" })) })

beforeAll(async () => {
  world = await makeWorld()
  handle = createRequestHandler(build(world.options), "production")
})

afterAll(() => world.dispose())

describe("React Router's server", () => {
  it("renders signed out, and with the user after an action that signs in", async () => {
    expect(await (await ask("/home")).text()).toContain("for nobody")
    const answer = await ask("/sign-in", { method: "POST" })
    expect({ status: answer.status, location: whereTo(answer) }).toStrictEqual({ status: 303, location: "/" })
    const headers = { cookie: listCookies(answer) }
    world.sent.length = 0
    expect(await (await ask("/home", { headers })).text()).toContain(`for ${person.email}`)
    expect(world.sent).toStrictEqual(["GET /api/v1/users/me"])
  })

  it("lets guards and loaders share the user", async () => {
    const headers = await signedIn()
    world.sent.length = 0
    expect(await (await ask("/orders", { headers })).text()).toContain(`orders of ${person.email}`)
    expect(world.sent).toStrictEqual(["GET /api/v1/users/me"])
  })

  it("redirects signed-out visitors from a guard, for documents and data", async () => {
    const document = await ask("/orders?page=2")
    expect({ status: document.status, location: whereTo(document) }).toStrictEqual({
      status: 302,
      location: "/handler/sign-in"
    })
    expect(decodeURIComponent(document.headers.get("location")!)).toContain("/orders?page=2")
    const data = await ask("/orders.data?page=2")
    // React Router's own form of a redirect for its router in the browser.
    expect(data.status).toBe(202)
    const text = decodeURIComponent(await data.text())
    expect(text).toContain("/handler/sign-in")
    expect(text).toContain("/orders?page=2")
    expect(text).not.toContain(".data")
  })

  it.each(["/hook", "/value"])("redirects for useUser in the component of %s", async (path) => {
    const answer = await ask(`${path}?a=1`)
    expect({ status: answer.status, location: whereTo(answer) }).toStrictEqual({
      status: 302,
      location: "/handler/sign-in"
    })
    expect(decodeURIComponent(answer.headers.get("location")!)).toContain(`${path}?a=1`)
    expect(await (await ask(path, { headers: await signedIn() })).text()).toContain(`for ${person.email}`)
  })

  it("keeps the redirects of concurrent renders apart", async () => {
    const headers = await signedIn()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => ask("/hook", index % 2 === 0 ? { headers } : {}))
    )
    expect(answers.map(({ status }) => status)).toStrictEqual(answers.map((_, index) => (index % 2 === 0 ? 200 : 302)))
  })

  it.each(["/sign-out", "/sign-out.data"])(
    "removes the cookies of a sign-out, also for the router in the browser: $0",
    async (path) => {
      const answer = await ask(path, { method: "POST", headers: await signedIn() })
      expect(isSignOut(answer)).toBe(true)
    }
  )

  it.each(["/sign-out", "/sign-in"])("refuses an action of a foreign page: $0", async (path) => {
    const headers = { ...(await signedIn()), "sec-fetch-site": "cross-site" }

    const answer = await ask(path, { method: "POST", headers })
    expect({ status: answer.status, cookies: answer.headers.getSetCookie() }).toStrictEqual({
      status: 403,
      cookies: []
    })
  })

  it("says what is missing for a guard", async () => {
    const auth = createReactRouterAuth(world.options)
    const { RouterContextProvider } = await import("react-router")
    const context = new RouterContextProvider()
    const run = auth.signedIn()({ context } as never, () => Promise.resolve(new Response()))
    await expect(run).rejects.toThrow("auth.middleware")
  })
})
