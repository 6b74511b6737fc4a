// @vitest-environment happy-dom
/** The provider over React Router in a browser. */
import { act, render } from "@testing-library/react"
import { createBrowserRouter, Outlet, RouterProvider } from "react-router"
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest"
import * as Password from "../../src/client/Password.ts"
import * as Sessions from "../../src/client/Sessions.ts"
import { AuthProvider } from "../../src/react-router/index.ts"
import { useAction, useNavigate, useUser } from "../../src/react/index.ts"
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
  const Page = () => {
    actions = useActions()
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
  onTestFinished(() => router.dispose())
  const { container } = render(<RouterProvider router={router} />)
  await settle()
  return { actions: () => actions, container, countLoads: () => loads, router }
}

describe("AuthProvider over React Router", () => {
  it("shows the page, whose data it loads once", async () => {
    const { container, countLoads } = await open()
    expect({ text: container.textContent, loads: countLoads() }).toStrictEqual({ text: "at /: nobody", loads: 1 })
  })

  it("navigates with the router", async () => {
    const { actions, router } = await open()
    await act(async () => actions().go("/account?tab=keys#first"))
    await settle()
    const { hash, pathname, search } = router.state.location
    expect(pathname + search + hash).toBe("/account?tab=keys#first")
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
