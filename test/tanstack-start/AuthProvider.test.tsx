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

describe("AuthProvider over TanStack Router", () => {
  it("navigates with the router, and reloads routes when the user changes", async () => {
    const device = makeDevice(makeService())
    let loads = 0
    let actions!: {
      readonly go: ReturnType<typeof useNavigate>
      readonly signIn: { readonly run: Function }
      readonly signOut: { readonly run: Function }
    }
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
        actions = { go: useNavigate(), signIn: useAction(Password.signIn), signOut: useAction(Sessions.signOut) }
        return `at ${globalThis.location.pathname}: ${useUser({ as: "value" })?.primaryEmail ?? "nobody"}`
      }
    })
    const router = createRouter({ routeTree: root.addChildren([page]) })
    const { container } = render(<RouterProvider router={router} />)
    await settle()
    expect([container.textContent, loads]).toStrictEqual(["at /: nobody", 1])
    await act(async () => actions.go("/account?tab=keys#first"))
    await settle()
    expect(router.state.location.href).toBe("/account?tab=keys#first")
    loads = 0
    await act(async () => void actions.signIn.run({ email: "ann@example.org", password: "x" }))
    await settle()
    expect(container.textContent).toContain("ada@example.com")
    expect([router.state.location.pathname, loads > 0]).toStrictEqual(["/", true])
    loads = 0
    await act(async () => void actions.signOut.run())
    await settle()
    expect([container.textContent, loads > 0]).toStrictEqual(["at /: nobody", true])
  })
})
