// @vitest-environment happy-dom
/** Restricted users are led to the onboarding page, and back. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import * as ClientApp from "../../src/http/ClientApp.ts"
import * as Navigation from "../../src/platform/page/Navigation.ts"
import { dehydrate, type DehydratedState, useAuthApp, useUser } from "../../src/react/index.ts"
import * as Session from "../../src/session/Session.ts"
import { TokenStore } from "../../src/token/TokenStore.ts"
import { act, type Device, leave, makeDevice, makeService, type Service, settle, show } from "./renderedApp.tsx"

const go = (path: string) => globalThis.history.replaceState(null, "", path)

beforeEach(() => go("/work?tab=2"))
afterEach(leave)

const Page = ({ as }: { readonly as?: "suspense" | "value" }) => {
  const user = useUser({ or: "redirect", as })
  const app = useAuthApp()
  return (
    <button onClick={() => app.invalidate(CurrentUser.get)}>
      {user === undefined ? "loading" : `${user.displayName} ${user.restrictedReason ?? "free"}`}
    </button>
  )
}

/** What a server has read for the page of a user. */
const readBy = (device: Device): Promise<DehydratedState> => {
  const layer = Session.layer.pipe(
    Layer.provideMerge(Layer.succeed(TokenStore, device.store)),
    Layer.provideMerge(Layer.provide(ClientApp.layer(device.options), device.http))
  )
  return dehydrate({ run: (effect) => Effect.runPromise(Effect.provide(effect, layer)) })
}

/** A page of an app whose navigation is noted, and works unless told otherwise. */
const open = async (
  service: Service,
  user: string | undefined,
  onboarding: string | undefined,
  as?: "value",
  isRendered = false
) => {
  const visited: Array<string> = []
  const device = makeDevice(service, user, {
    urls: onboarding === undefined ? {} : { onboarding },
    navigation: Navigation.layerCustom((url) => {
      const { hash, pathname, search } = new URL(url)
      visited.push(pathname + search + hash)
      go(pathname + search + hash)
    })
  })
  const initial = isRendered ? await readBy(device) : undefined
  const view = await show(device, as === undefined ? <Page /> : <Page as={as} />, { initial })
  return { ...view, visited, device }
}

const restrictedService = () => {
  const service = makeService()
  service.restricted.add("ann")
  return service
}

const onboardingUrl = "/onboarding?after_auth_return_to=%2Fwork%3Ftab%3D2"

describe.each([undefined, "value"] as const)("useUser with a restricted user (as %s)", (as) => {
  it("goes to the onboarding page once, with the page to return to", async () => {
    const { visited } = await open(restrictedService(), "ann", "/onboarding", as)
    await settle()
    expect(visited).toStrictEqual([onboardingUrl])
  })

  it("goes there even if a server has read the user, and shows nothing before", async () => {
    const { container, visited } = await open(restrictedService(), "ann", "/onboarding", as, true)
    expect(container.textContent).not.toContain("ann")
    await settle()
    expect(visited).toStrictEqual([onboardingUrl])
  })

  it("returns even if a server has read that the restriction has ended", async () => {
    go(onboardingUrl)
    const { visited } = await open(makeService(), "ann", "/onboarding", as, true)
    await settle()
    expect(visited).toStrictEqual(["/work?tab=2"])
  })

  it("returns the user whom a server has read where the app has no onboarding page", async () => {
    const { container, visited } = await open(restrictedService(), "ann", undefined, as, true)
    expect({ textContent: container.textContent, visited }).toStrictEqual({
      textContent: "ann restricted_by_administrator",
      visited: []
    })
  })

  it("returns the user on the onboarding page itself, without a redirect", async () => {
    go(onboardingUrl)
    const { container, visited } = await open(restrictedService(), "ann", "/onboarding", as)
    expect(container.textContent).toBe("ann restricted_by_administrator")
    expect(visited).toStrictEqual([])
  })

  it.each([
    ["/onboarding/", "/onboarding"],
    ["/onboarding", "/onboarding/"]
  ] as const)("treats that page as the same with and without a trailing slash: $0", async (path, onboarding) => {
    go(path)
    const { container, visited } = await open(restrictedService(), "ann", onboarding, as)
    expect({ textContent: container.textContent, visited }).toStrictEqual({
      textContent: "ann restricted_by_administrator",
      visited: []
    })
    await leave()
  })

  it("returns the user without a redirect where the app has no onboarding page", async () => {
    const { container, visited } = await open(restrictedService(), "ann", undefined, as)
    expect(container.textContent).toBe("ann restricted_by_administrator")
    expect(visited).toStrictEqual([])
  })

  it("returns as soon as the restriction ends", async () => {
    const service = restrictedService()
    go(onboardingUrl)
    const { container, visited } = await open(service, "ann", "/onboarding", as)
    service.restricted.clear()
    await act(async () => void container.querySelector("button")!.click())
    await settle()
    expect(visited).toStrictEqual(["/work?tab=2"])
  })

  it("does not redirect unrestricted users, even on the onboarding page", async () => {
    const service = makeService()
    const first = await open(service, "bob", "/onboarding", as)
    expect({ textContent: first.container.textContent, visited: first.visited }).toStrictEqual({
      textContent: "bob free",
      visited: []
    })
    await leave()
    go("/onboarding")
    const second = await open(service, "bob", "/onboarding", as)
    expect({ textContent: second.container.textContent, visited: second.visited }).toStrictEqual({
      textContent: "bob free",
      visited: []
    })
  })

  it("never goes to a page elsewhere that the URL names to return to", async () => {
    const service = makeService()
    go("/onboarding?after_auth_return_to=https%3A%2F%2Fevil.example.com")
    const { container, visited } = await open(service, "bob", "/onboarding", as)
    expect({ textContent: container.textContent, visited }).toStrictEqual({ textContent: "bob free", visited: [] })
  })

  it("redirects guests to the sign-in page", async () => {
    const service = makeService()
    service.anonymous.add("guest")
    const { visited } = await open(service, "guest", "/onboarding", as)
    expect(visited).toStrictEqual(["/handler/sign-in?after_auth_return_to=%2Fwork%3Ftab%3D2"])
  })
})

it("useUser shows restricted users wherever it does not redirect", async () => {
  const service = restrictedService()
  const Name = () => <p>{useUser()?.restrictedReason}</p>
  const { container } = await show(makeDevice(service, "ann", { urls: { onboarding: "/onboarding" } }), <Name />)
  expect(container.textContent).toBe("restricted_by_administrator")
})
