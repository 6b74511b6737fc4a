// @vitest-environment happy-dom
/** The provider over React Router in a browser. */
import { act, render } from "@testing-library/react"
import { createBrowserRouter, Outlet, RouterProvider } from "react-router"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import * as Password from "../../src/client/Password.ts"
import * as Sessions from "../../src/client/Sessions.ts"
import { AuthProvider } from "../../src/react-router/index.ts"
import { useAction, useNavigate, useUser } from "../../src/react/index.ts"
import { leave, makeDevice, makeService, settle } from "../react/renderedApp.tsx"

afterEach(leave)
beforeEach(() => globalThis.history.replaceState(null, "", "http://localhost:3000/"))

const person = { email: "ann@example.org", password: "x" }

describe("AuthProvider over React Router", () => {
  it("navigates with the router, and reloads routes when the user changes", async () => {
    const device = makeDevice(makeService())
    let loads = 0
    let actions!: {
      readonly go: ReturnType<typeof useNavigate>
      readonly signIn: { readonly run: Function }
      readonly signOut: { readonly run: Function }
    }
    const Page = () => {
      actions = { go: useNavigate(), signIn: useAction(Password.signIn), signOut: useAction(Sessions.signOut) }
      return `at ${globalThis.location.pathname}: ${useUser({ as: "value" })?.primaryEmail ?? "nobody"}`
    }
    const router = createBrowserRouter([
      {
        id: "root",
        loader: () => ++loads,
        Component: () => (
          <AuthProvider options={device.options}>
            <Outlet />
          </AuthProvider>
        ),
        children: [{ path: "*", Component: Page }]
      }
    ])
    const { container } = render(<RouterProvider router={router} />)
    await settle()
    expect([container.textContent, loads]).toStrictEqual(["at /: nobody", 1])
    await act(async () => actions.go("/account?tab=keys#first"))
    await settle()
    const { hash, pathname, search } = router.state.location
    expect(pathname + search + hash).toBe("/account?tab=keys#first")
    loads = 0
    await act(async () => void actions.signIn.run(person))
    await settle()
    expect(container.textContent).toContain("ada@example.com")
    expect([router.state.location.pathname, loads > 0]).toStrictEqual(["/", true])
    loads = 0
    await act(async () => void actions.signOut.run())
    await settle()
    expect([container.textContent, loads > 0]).toStrictEqual(["at /: nobody", true])
    router.dispose()
  })
})
