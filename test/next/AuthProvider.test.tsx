// @vitest-environment happy-dom
/** The provider over the router of Next.js. */
import { act, render } from "@testing-library/react"
import * as Effect from "effect/Effect"
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime.js"
import { type ComponentProps, type ReactNode, StrictMode } from "react"
import { hydrateRoot } from "react-dom/client"
import { renderToString } from "react-dom/server"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import * as Password from "../../src/client/Password.ts"
import { AuthProvider, type AuthProviderProps, layerRouter } from "../../src/next/index.ts"
import { Navigation } from "../../src/platform/page/Navigation.ts"
import { createClientApp } from "../../src/promise/index.ts"
import { dehydrate, useAction, useNavigate, useUser } from "../../src/react/index.ts"
import { type Device, leave, makeDevice, makeService, settle, makeTokens } from "../react/renderedApp.tsx"

afterEach(leave)
beforeEach(() => globalThis.history.replaceState(null, "", "http://localhost:3000/"))

type AppRouter = NonNullable<ComponentProps<typeof AppRouterContext.Provider>["value"]>

const makeRouter = () => {
  const went: Array<string> = []
  const say = (name: string) => (to?: string) => void went.push(to === undefined ? name : `${name} ${to}`)
  // What else the router can do nobody asks for.
  const router = { push: say("push"), replace: say("replace"), refresh: say("refresh") } as unknown as AppRouter
  return { went, router }
}

const tree = (
  device: Pick<Device, "options">,
  router: AppRouter,
  props: Pick<AuthProviderProps, "initial" | "fallback">,
  children: ReactNode
) => (
  <AppRouterContext value={router}>
    <AuthProvider options={device.options} {...props}>
      {children}
    </AuthProvider>
  </AppRouterContext>
)

/** What a server has read for this user. */
const dehydrateApp = async ({ options }: Pick<Device, "options">) => {
  await using app = createClientApp(options)
  return await dehydrate(app)
}

const Name = () => <p>{useUser({ as: "value" })?.displayName ?? "nobody"}</p>

describe("the provider", () => {
  it("navigates with the router", async () => {
    const { router, went } = makeRouter()
    const service = makeService()
    let actions!: { readonly go: ReturnType<typeof useNavigate>; readonly signIn: { readonly run: Function } }
    const Page = () => {
      actions = { go: useNavigate(), signIn: useAction(Password.signIn) }
      return null
    }
    render(tree(makeDevice(service), router, {}, <Page />))
    await act(async () => actions.go("/account"))
    await settle()
    expect(went).toStrictEqual(["push http://localhost:3000/account"])
    await act(async () => void actions.signIn.run({ email: "ann@example.org", password: "x" }))
    await settle()
    expect(went.slice(1).toSorted()).toStrictEqual(["refresh", "replace http://localhost:3000/"])
  })

  it("refreshes pages when the user changes, and not for new tokens", async () => {
    const { router, went } = makeRouter()
    const device = makeDevice(makeService(), "ann")
    render(<StrictMode>{tree(device, router, {}, <Name />)}</StrictMode>)
    await settle()
    const tokens = makeTokens("ann")
    await act(() => Effect.runPromise(device.store.compareAndSet(tokens, tokens)))
    await settle()
    expect(went).toStrictEqual([])
    await device.signOut()
    await settle()
    expect(went).toStrictEqual(["refresh"])
    await device.signIn("bob")
    await settle()
    expect(went).toStrictEqual(["refresh", "refresh"])
  })

  it("reads again only what the server has rendered differently", async () => {
    const { router } = makeRouter()
    const service = makeService()
    const device = makeDevice(service, "ann")
    const initial = await dehydrateApp(device)
    const { container, rerender } = render(tree(device, router, { initial }, <Name />))
    await settle()
    const count = service.count("/users/me")
    rerender(tree(device, router, { initial: JSON.parse(JSON.stringify(initial)) }, <Name />))
    await settle()
    expect({ text: container.textContent, reads: service.count("/users/me") }).toStrictEqual({
      text: "ann",
      reads: count
    })

    service.names.set("ann", "Anna")
    const renamed = await dehydrateApp(device)
    rerender(tree(device, router, { initial: renamed }, <Name />))
    await settle()
    expect({ text: container.textContent, reads: service.count("/users/me") }).toStrictEqual({
      text: "Anna",
      reads: count + 2
    })
  })

  it("hydrates without a warning and without a request", async () => {
    const error = vi.spyOn(console, "error")
    const { router } = makeRouter()
    const service = makeService()
    const device = makeDevice(service, "ann")
    const initial = await dehydrateApp(device)
    const page = tree(device, router, { initial }, <Name />)
    const window = globalThis.window
    vi.stubGlobal("window", undefined)
    const html = renderToString(page)
    vi.stubGlobal("window", window)
    // No boundary: the page's status and redirects would be sent too early.
    expect(html).toBe("<p>ann</p>")
    expect(renderToString(tree(device, router, { initial, fallback: "…" }, <Name />))).toContain("<!--$-->")

    const count = service.sent.length
    const container = document.createElement("div")
    container.innerHTML = html
    const root = await act(async () => hydrateRoot(container, page))
    await settle()
    expect(container.innerHTML).toBe(html)
    expect(service.sent.length).toBe(count)
    expect(error).not.toHaveBeenCalled()
    await act(async () => root.unmount())
    vi.unstubAllGlobals()
    error.mockRestore()
  })

  it.each(["secretServerKey", "superSecretAdminKey"] as const)("refuses $0, in types and at run time", async (name) => {
    const { options } = makeDevice(makeService())
    const secret = { ...options, [name]: `ssk_${name}` }
    expect(() => renderToString(tree({ options: secret }, makeRouter().router, {}, null))).toThrow(
      `The ${name} is secret`
    )
  })

  it("leaves no subscription behind", async () => {
    const { router } = makeRouter()
    const device = makeDevice(makeService(), "ann")
    const { unmount } = render(<StrictMode>{tree(device, router, {}, <Name />)}</StrictMode>)
    await settle()
    expect(device.listeners()).toBeGreaterThan(0)
    unmount()
    await settle()
    expect(device.listeners()).toBe(0)
  })
})

it("tells Next.js about a rewritten URL, so that it does not restore codes", async () => {
  const { router } = makeRouter()
  globalThis.history.replaceState({ __NA: true }, "", "/handler/email-verification?code=1")
  const { rewrite } = await Effect.runPromise(Effect.provide(Effect.service(Navigation), layerRouter(router)))
  await Effect.runPromise(rewrite(new URL("http://localhost:3000/handler/email-verification")))
  expect(globalThis.location.href).toBe("http://localhost:3000/handler/email-verification")
  expect(globalThis.history.state).toBeNull()
})
