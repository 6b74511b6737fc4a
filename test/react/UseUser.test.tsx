// @vitest-environment happy-dom
/** `useUser` shows the signed-in user after one request, and never anything of another user. */
import { fireEvent } from "@testing-library/react"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Activity, type ReactNode, StrictMode, useState } from "react"
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest"
import * as Notifier from "../../src/platform/Notifier.ts"
import * as Navigation from "../../src/platform/page/Navigation.ts"
import { SignedIn, SignedOut, useTeams, useUser } from "../../src/react/index.ts"
import { TokenStore } from "../../src/token/TokenStore.ts"
import { page } from "../support/appPage.ts"
import { act, fakeTimers, leave, makeDevice, makeService, settle, show } from "./renderedApp.tsx"

afterEach(leave)

const Name = () => {
  const user = useUser()
  return <p>{user === null ? "nobody" : user.displayName}</p>
}

describe("useUser", () => {
  it("suspends, then shows the user, with one request", async () => {
    const service = makeService()
    let open = () => {}
    service.gate = new Promise<void>((resolve) => (open = resolve))
    const { container } = await show(makeDevice(service, "ann"), <Name />)
    expect(container.textContent).toBe("loading")
    open()
    await settle()
    expect(container.textContent).toBe("ann")
    expect(service.count("/users/me")).toBe(1)
  })

  it("sends no request when nobody is signed in, and shows no fallback", async () => {
    const service = makeService()
    const seen: Array<string> = []
    const Seen = () => {
      const user = useUser()
      seen.push(String(user))
      return null
    }
    await show(makeDevice(service), <Seen />)
    expect(seen).toStrictEqual(["null"])
    expect(service.sent).toHaveLength(0)
  })

  it("makes one request in StrictMode", async () => {
    const service = makeService()
    const { container } = await show(makeDevice(service, "ann"), <Name />, {
      wrapper: (node) => <StrictMode>{node}</StrictMode>
    })
    expect(container.textContent).toBe("ann")
    expect(service.count("/users/me")).toBe(1)
  })

  it.each(["suspense", "value"] as const)(
    "makes 1 request for 1,000 components (%s), and at most 2 renders each",
    async (as) => {
      const service = makeService()
      const renders = Array.from({ length: 1000 }, () => 0)
      const shown = Array.from({ length: 1000 }, () => 0)
      const One = ({ index }: { readonly index: number }) => {
        renders[index]!++
        const user = useUser({ as })
        shown[index]!++
        return user?.displayName
      }
      await show(
        makeDevice(service, "ann"),
        renders.map((_, index) => <One key={index} index={index} />)
      )
      expect(document.body.textContent).toBe("ann".repeat(1000))
      expect(service.count("/users/me")).toBe(1)
      expect(Math.max(...shown)).toBeLessThanOrEqual(2)
      // With Suspense React itself tries the first of the components once more.
      expect(renders.filter((n) => n > 2).length).toBeLessThanOrEqual(1)
      expect(Math.max(...renders)).toBeLessThanOrEqual(3)
    }
  )

  it("never shows the former user, however fast users change", async () => {
    const service = makeService()
    const device = makeDevice(service, "ann")
    let owner: string | null = "ann"
    const wrong: Array<string> = []
    const Watch = () => {
      const user = useUser()
      if (user !== null && user.displayName !== owner) wrong.push(`${user.displayName} instead of ${owner}`)
      return <p>{user?.displayName ?? "nobody"}</p>
    }
    const { container } = await show(device, <Watch />)
    expect(container.textContent).toBe("ann")
    for (const next of ["bob", "cleo", null, "ann", null, "bob"]) {
      const former = container.textContent
      owner = next
      await (next === null ? device.signOut() : device.signIn(next))
      expect(container.textContent, `after the sign-in of ${next}`).not.toBe(former)
    }
    await settle()
    expect(container.textContent).toBe("bob")
    owner = null
    await device.signOut()
    expect(container.textContent).toBe("nobody")
    expect(wrong).toStrictEqual([])
  })

  it("ignores a late answer for the former user", async () => {
    const service = makeService()
    const device = makeDevice(service, "ann")
    let open = () => {}
    service.gate = new Promise<void>((resolve) => (open = resolve))
    const { container } = await show(device, <Name />)
    service.gate = Promise.resolve()
    await device.signIn("bob")
    await settle()
    expect(container.textContent).toBe("bob")
    open()
    await settle()
    expect(container.textContent).toBe("bob")
  })

  it("shows nothing of the former user beside the next one's data, even before the store reports the change", async () => {
    const device = makeDevice(makeService(), "ann")
    const silent = TokenStore.of({ ...device.store, changes: () => Effect.void })
    const options = { ...device.options, tokenStore: Layer.succeed(TokenStore, silent) }
    const Teams = () => <p>{useTeams().length} teams</p>
    const { container, update } = await show({ options }, <Name />)
    expect(container.textContent).toBe("ann")
    await device.signIn("bob")
    await update(
      <>
        <Name />
        <Teams />
      </>
    )
    await settle()
    expect(container.textContent).toMatch(/^bob\d teams$/)
  })

  it("leaves no subscription or timer behind", async () => {
    fakeTimers()
    const service = makeService()
    const device = makeDevice(service, "ann")
    const listeners: Array<number> = []
    for (let i = 0; i < 100; i++) {
      const { unmount } = await show(device, <Name />)
      listeners.push(device.listeners())
      unmount()
      await settle()
    }
    expect(listeners).toStrictEqual(Array(100).fill(1))
    expect(device.listeners()).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each([
    ["a user that suspends", Name],
    ["a user as a value", () => useUser({ as: "value" })?.displayName]
  ])("interrupts the request for %s when the page is left", async (_, Shown) => {
    fakeTimers()
    const service = makeService()
    service.gate = new Promise(() => {})
    const device = makeDevice(service, "ann")
    const { unmount } = await show(device, <Shown />)
    unmount()
    await settle()
    expect(service.abandoned).toBe(1)
    expect(device.listeners()).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  it("pauses while an <Activity> is hidden, and shows the current user when it returns", async () => {
    const service = makeService()
    const device = makeDevice(service, "ann")
    let set!: (mode: "visible" | "hidden") => void
    const Tabs = () => {
      const [mode, setMode] = useState<"visible" | "hidden">("visible")
      set = setMode
      return (
        <Activity mode={mode}>
          <Name />
        </Activity>
      )
    }
    const { container } = await show(device, <Tabs />)
    expect(container.textContent).toBe("ann")
    await act(async () => set("hidden"))
    await device.signIn("bob")
    await settle()
    expect(service.count("/users/me")).toBe(1)
    await act(async () => set("visible"))
    await settle()
    expect(container.textContent).toBe("bob")
    expect(service.count("/users/me")).toBe(2)
  })

  it("ends and begins again when the whole app is in an <Activity> that is hidden and shown", async () => {
    const device = makeDevice(makeService(), "ann")
    let set!: (mode: "visible" | "hidden") => void
    const All = ({ children }: { readonly children: ReactNode }) => {
      const [mode, setMode] = useState<"visible" | "hidden">("visible")
      set = setMode
      return <Activity mode={mode}>{children}</Activity>
    }
    const { container } = await show(device, <Name />, { wrapper: (node) => <All>{node}</All> })
    await act(async () => set("hidden"))
    await settle()
    expect(device.listeners()).toBe(0)
    await device.signIn("cleo")
    await act(async () => set("visible"))
    await settle()
    expect(container.textContent).toBe("cleo")
  })

  it("throws errors to the boundary, which can retry", async () => {
    fakeTimers()
    const error = vi.spyOn(console, "error").mockImplementation(() => {})
    onTestFinished(() => error.mockRestore())
    const service = makeService()
    const device = makeDevice(service, "ann", { projectId: "not a project" })
    const { container } = await show(device, <Name />)
    expect(container.textContent).toBe("error InvalidOption")
    expect(service.sent).toHaveLength(0)
    fireEvent.click(container.querySelector("button")!)
    await settle()
    expect(container.textContent).toBe("error InvalidOption")
  })
})

describe("or", () => {
  const Or = ({ or }: { readonly or: "return-null" | "throw" | "redirect" | "anonymous" | "anonymous-if-exists" }) => (
    <p>{useUser({ or })?.displayName ?? "nobody"}</p>
  )

  const quietly = async (f: () => Promise<void>) => {
    const error = vi.spyOn(console, "error").mockImplementation(() => {})
    try {
      await f()
    } finally {
      error.mockRestore()
    }
  }

  it("return-null and anonymous-if-exists show nobody", async () => {
    const { container } = await show(makeDevice(makeService()), [
      <Or key="1" or="return-null" />,
      <Or key="2" or="anonymous-if-exists" />
    ])
    expect(container.textContent).toBe("nobodynobody")
  })

  it("anonymous-if-exists shows an anonymous user", async () => {
    const service = makeService()
    service.anonymous.add("guest")
    const { container } = await show(makeDevice(service, "guest"), [
      <Or key="1" or="return-null" />,
      <Or key="2" or="anonymous-if-exists" />,
      <Or key="3" or="anonymous" />
    ])
    expect(container.textContent).toBe("nobodyguestguest")
    expect(service.sent).toHaveLength(1)
  })

  it("throw throws the typed error", () =>
    quietly(async () => {
      const { container } = await show(makeDevice(makeService()), <Or or="throw" />)
      expect(container.textContent).toBe("error UserAuthenticationRequired")
    }))

  it("anonymous signs up once for all components, without leaving the page", async () => {
    const service = makeService()
    const { container } = await show(
      makeDevice(service),
      Array.from({ length: 20 }, (_, i) => <Or key={i} or="anonymous" />),
      { wrapper: (node) => <StrictMode>{node}</StrictMode> }
    )
    await settle()
    expect(container.textContent).toBe("guest".repeat(20))
    expect(service.count("/auth/anonymous/sign-up")).toBe(1)
    expect(service.count("/users/me")).toBe(1)
  })

  it("redirect goes to the sign-in page once, suspends, and shows the user who then signs in", async () => {
    const visited: Array<string> = []
    const service = makeService()
    const device = makeDevice(service, undefined, {
      navigation: Navigation.layerCustom((url) => void visited.push(new URL(url).pathname))
    })
    const { container } = await show(device, [<Or key="1" or="redirect" />, <Or key="2" or="redirect" />], {
      wrapper: (node) => <StrictMode>{node}</StrictMode>
    })
    expect(container.textContent).toBe("loading")
    expect(visited).toStrictEqual(["/handler/sign-in"])
  })

  it("may change from one render to the next", async () => {
    const visited: Array<string> = []
    const device = makeDevice(makeService(), undefined, {
      navigation: Navigation.layerCustom((url) => void visited.push(new URL(url).pathname))
    })
    const { container, update } = await show(device, <Or or="return-null" />)
    expect(container.textContent).toBe("nobody")
    await update(<Or or="redirect" />)
    await settle()
    expect(visited).toStrictEqual(["/handler/sign-in"])
    await update(<Or or="anonymous" />)
    await settle()
    expect(container.textContent).toBe("guest")
    await update(<Or or="return-null" />)
    expect(container.textContent).toBe("nobody")
  })

  it("redirect and anonymous work without suspending, and report an error once", async () => {
    const told: Array<unknown> = []
    const service = makeService()
    const AsValue = ({ or }: { readonly or: "redirect" | "anonymous" }) => (
      <p>{useUser({ as: "value", or })?.displayName ?? "nobody"}</p>
    )
    const platform = Notifier.layerCustom((error) => Effect.sync(() => void told.push(error)))
    const { container, update } = await show(
      makeDevice(service, undefined, { platform }),
      Array.from({ length: 20 }, (_, i) => <AsValue key={i} or="redirect" />)
    )
    await settle()
    expect(container.textContent).toBe("nobody".repeat(20))
    expect(told).toMatchObject([{ _tag: "InvalidOption" }])
    await update(Array.from({ length: 20 }, (_, i) => <AsValue key={i} or="anonymous" />))
    await settle()
    expect(container.textContent).toBe("guest".repeat(20))
    expect(service.count("/auth/anonymous/sign-up")).toBe(1)
  })

  it("redirect without a navigation says what is missing", () =>
    quietly(async () => {
      const { container } = await show(makeDevice(makeService()), <Or or="redirect" />)
      expect(container.textContent).toBe("error InvalidOption")
    }))

  it("redirect goes once for each sign-out and location, also when the router ignores it", async () => {
    fakeTimers()
    const at = page("http://localhost:3000/private")
    const device = makeDevice(makeService(), undefined, { navigation: at.layer })
    const pass = async (millis: number) => {
      for (let passed = 0; passed < millis; passed += 500) {
        await act(async () => void vi.advanceTimersByTime(500))
        await settle()
      }
    }
    const { container, unmount } = await show(device, [<Or key="1" or="redirect" />, <Or key="2" or="redirect" />])
    await pass(10_000)
    expect(at.visited).toHaveLength(1)
    at.url = new URL("http://localhost:3000/other")
    await pass(10_000)
    expect(at.visited).toHaveLength(2)
    await device.signIn("ann")
    await pass(500)
    expect(container.textContent).toBe("annann")
    await device.signOut()
    await pass(10_000)
    expect(at.visited).toHaveLength(3)
    await act(async () => unmount())
    await settle()
    expect(device.listeners()).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  it("redirect also leads there after a sign-out", async () => {
    const visited: Array<string> = []
    const service = makeService()
    const device = makeDevice(service, "ann", {
      navigation: Navigation.layerCustom((url) => void visited.push(new URL(url).pathname))
    })
    const { container } = await show(device, <Or or="redirect" />)
    expect(container.textContent).toBe("ann")
    await device.signOut()
    await settle()
    expect(visited).toStrictEqual(["/handler/sign-in"])
    expect(document.body.textContent).not.toContain("nobody")
  })
})

describe("guards", () => {
  it("follow the session, and share the request", async () => {
    const service = makeService()
    const device = makeDevice(service, "ann")
    const { container } = await show(device, [
      <SignedIn key="1" fallback="no">
        in
      </SignedIn>,
      <SignedOut key="2">out</SignedOut>
    ])
    expect(container.textContent).toBe("in")
    await device.signOut()
    expect(container.textContent).toBe("noout")
    await device.signIn("bob")
    await settle()
    expect(container.textContent).toBe("in")
    expect(service.count("/users/me")).toBe(2)
  })
})
