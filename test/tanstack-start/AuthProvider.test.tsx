// @vitest-environment happy-dom
/** The provider over TanStack Router in a browser. */
import { createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from "@tanstack/react-router"
import { act, render } from "@testing-library/react"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import * as Password from "../../src/client/Password.ts"
import * as Sessions from "../../src/client/Sessions.ts"
import { useAction, useNavigate, useUser } from "../../src/react/index.ts"
import { AuthProvider } from "../../src/tanstack-start/index.ts"
import { leave, makeDevice, makeService, settle } from "../react/renderedApp.tsx"

afterEach(leave)
beforeEach(() => globalThis.history.replaceState(null, "", "http://localhost:3000/"))

const person = { email: "ann@example.org", password: "x" }

const useActions = () => ({
  go: useNavigate(),
  signIn: useAction(Password.signIn),
  signOut: useAction(Sessions.signOut)
})

/** The app at its home page, in a browser. */
const open = async () => {
  const device = makeDevice(makeService())
  let loads = 0
  let actions!: ReturnType<typeof useActions>
  const root = createRootRoute({
    loader: () => ++loads,
    component: () => (
      <AuthProvider options={device.options}>
        <Outlet />
      </AuthProvider>
    )
  })
  const page = createRoute({
    getParentRoute: () => root,
    path: "$",
    component: function Page() {
      actions = useActions()
      return `at ${globalThis.location.pathname}: ${useUser({ as: "value" })?.primaryEmail ?? "nobody"}`
    }
  })
  const router = createRouter({ routeTree: root.addChildren([page]) })
  const { container } = render(<RouterProvider router={router} />)
  await settle()
  return { actions: () => actions, container, countLoads: () => loads, router }
}

describe("AuthProvider over TanStack Router", () => {
  it("shows the page, whose data it loads once", async () => {
    const { container, countLoads } = await open()
    expect({ text: container.textContent, loads: countLoads() }).toStrictEqual({ text: "at /: nobody", loads: 1 })
  })

  it("navigates with the router", async () => {
    const { actions, router } = await open()
    await act(async () => actions().go("/account?tab=keys#first"))
    await settle()
    expect(router.state.location.href).toBe("/account?tab=keys#first")
  })

  it("loads data again after a sign-in, and goes to the home page", async () => {
    const { actions, container, countLoads, router } = await open()
    await act(async () => actions().go("/account"))
    await settle()
    const before = countLoads()
    await act(async () => void actions().signIn.run(person))
    await settle()
    expect(container.textContent).toContain("ada@example.com")
    expect(router.state.location.pathname).toBe("/")
    expect(countLoads()).toBeGreaterThan(before)
  })

  it("loads data again after a sign-out", async () => {
    const { actions, container, countLoads } = await open()
    await act(async () => void actions().signIn.run(person))
    await settle()
    const before = countLoads()
    await act(async () => void actions().signOut.run())
    await settle()
    expect(container.textContent).toBe("at /: nobody")
    expect(countLoads()).toBeGreaterThan(before)
  })
})
