// @vitest-environment happy-dom
/** Hooks follow a session that a provider outside of Gatefold keeps. */
import { fireEvent } from "@testing-library/react"
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest"
import { ExternalTokenStore } from "../../src/index.ts"
import { AuthHandler, useUser } from "../../src/react/index.ts"
import { page } from "../support/appPage.ts"
import { makeAccessToken, act, fakeClock, leave, makeDevice, makeService, settle, show } from "./renderedApp.tsx"

afterEach(leave)

/** A device whose session a provider keeps; at first it has no token if `isLate`. */
const makeKept = ({ isLate = false, url = "http://localhost:3000/" } = {}) => {
  const service = makeService()
  const at = page(url)
  const listeners = new Set<() => void>()
  let user: string | null = "ann"
  let late = isLate
  const tokenStore = ExternalTokenStore.layer({
    provider: "Clerk",
    signOutUrl: "https://accounts.example.com/sign-out",
    getSessionId: () => user && `sid-${user}`,
    getToken: async () => (late || user === null ? null : makeAccessToken(user)),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
  })
  return {
    service,
    at,
    listeners,
    options: makeDevice(service, undefined, { navigation: at.layer, tokenStore }).options,
    arrive: () => (late = false),
    turnTo: async (next: string | null) => {
      user = next
      await act(async () => listeners.forEach((listener) => listener()))
      await settle()
    }
  }
}

const Name = () => {
  const user = useUser()
  return <p>{user === null ? "nobody" : user.displayName}</p>
}

describe("a session that a provider keeps", () => {
  it("shows the provider's user, and each next one", async () => {
    const kept = makeKept()
    const { container } = await show(kept, <Name />)
    expect(container.textContent).toBe("ann")
    await kept.turnTo("eve")
    expect(container.textContent).toBe("eve")
    await kept.turnTo(null)
    expect(container.textContent).toBe("nobody")
    expect(kept.service.count("/users/me")).toBe(2)
    await leave()
    expect(kept.listeners.size).toBe(0)
  })

  it("fails but stays signed in without a token", async () => {
    const pass = fakeClock()
    vi.spyOn(console, "error").mockImplementation(() => {})
    onTestFinished(() => void vi.restoreAllMocks())
    const kept = makeKept({ isLate: true })
    const { container } = await show(kept, <Name />)
    expect(container.textContent).toBe("error TransportError")
    kept.arrive()
    pass(300)
    await act(async () => fireEvent.click(container.querySelector("button")!))
    await settle()
    expect(container.textContent).toBe("ann")
  })

  it("says on the sign-out page where to sign out", async () => {
    await Promise.all([
      import("../../src/react/internal/HandlerWork.tsx"),
      import("../../src/react/internal/PlainScreens.tsx")
    ])
    const kept = makeKept({ url: "http://localhost:3000/handler/sign-out" })
    const { container } = await show(kept, <AuthHandler />)
    expect(container.textContent).toBe("Sign out at Clerk")
    expect(container.querySelector("a")?.href).toBe("https://accounts.example.com/sign-out")
    expect(kept.at.visited).toStrictEqual([])
    expect(kept.service.sent).toHaveLength(0)
  })
})
