// @vitest-environment happy-dom
/**
 * Signing out in a part of the page that only signed-in users see, and which therefore goes away in the middle of it.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type ReactNode, Suspense, useLayoutEffect, useSyncExternalStore } from "react"
import { afterAll, afterEach, describe, expect, it } from "vitest"
import * as Password from "../../src/client/Password.ts"
import * as Sessions from "../../src/client/Sessions.ts"
import * as Emulator from "../../src/emulator/node.ts"
import * as Http from "../../src/http/Http.ts"
import * as Navigation from "../../src/platform/page/Navigation.ts"
import { SignedIn, useAction, useUser } from "../../src/react/index.ts"
import { act, leave, show } from "./renderedApp.tsx"

const service = Emulator.toFetchHandler({ project: {}, passwordCost: "insecure-fast" })
afterEach(leave)
afterAll(() => service.dispose())

describe("a sign-out from a page that needs a user", () => {
  it.each([
    [undefined, "/"],
    ["/goodbye", "/goodbye"]
  ])("ends the session at the service, and goes to the page after it: %s", async (target, page) => {
    const { baseUrl, project } = await service.emulator
    const pages: Array<string> = []
    let ending: Request | undefined
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const options = {
      projectId: project!.projectId,
      publishableClientKey: project!.publishableClientKey,
      apiUrl: baseUrl,
      appUrl: "http://localhost:3000",
      tokenStore: "memory" as const,
      navigation: Navigation.layerCustom((url) => void pages.push(new URL(url).pathname)),
      http: Http.layerHandler(async (request) => {
        if (request.method === "DELETE") {
          ending = request
          await answered
        }
        return service.fetch(request)
      })
    }
    let signUp!: ReturnType<typeof useAction<typeof Password.signUp>>
    const Menu = () => {
      const signOut = useAction(Sessions.signOut)
      const signOutTo = useAction(Sessions.signOutTo)
      return (
        <button onClick={() => void (target === undefined ? signOut.run() : signOutTo.run(target))}>Sign out</button>
      )
    }
    const Page = () => {
      signUp = useAction(Password.signUp)
      return (
        <SignedIn fallback="nobody">
          <Menu />
        </SignedIn>
      )
    }
    const { container } = await show({ options }, <Page />)
    const shows = (text: string) => expect.poll(() => act(async () => container.textContent)).toBe(text)
    await act(() => signUp.run({ email: `${page.length}@example.org`, password: "a fine password", noRedirect: true }))
    await shows("Sign out")

    await act(async () => container.querySelector("button")?.click())
    await shows("nobody")
    expect(ending?.signal.aborted).toBe(false)
    expect(pages).toStrictEqual([])
    answer()
    await expect.poll(() => pages).toStrictEqual([page])
  })

  /** An app whose router follows every redirect at once, so that nobody who asks now and then sees each of them. */
  const visitPages = async (
    start: string,
    pages: Readonly<Record<string, (props: { readonly go: (url: string) => void }) => ReactNode>>
  ) => {
    const { baseUrl, project } = await service.emulator
    const visited: Array<string> = []
    let href = `http://localhost:3000${start}`
    const listeners = new Set<() => void>()
    const subscribe = (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
    const go = (url: string) => {
      href = url
      visited.push(new URL(href).pathname)
      listeners.forEach((listener) => listener())
    }
    const options = {
      projectId: project!.projectId,
      publishableClientKey: project!.publishableClientKey,
      apiUrl: baseUrl,
      appUrl: "http://localhost:3000",
      tokenStore: "memory" as const,
      navigation: Layer.succeed(
        Navigation.Navigation,
        Navigation.make({
          current: Effect.sync(() => new URL(href)),
          navigate: (url) => Effect.sync(() => go(url))
        })
      ),
      http: Http.layerHandler(service.fetch)
    }
    let actions!: ReturnType<typeof useActions>
    const Actions = ({ children }: { readonly children: ReactNode }) => {
      actions = useActions()
      return children
    }
    const App = () => {
      const { pathname } = new URL(useSyncExternalStore(subscribe, () => href))
      const Page = pages[pathname]
      return Page === undefined ? <p>{pathname}</p> : <Page go={go} />
    }
    const { container } = await show(
      { options },
      <Actions>
        <Suspense>
          <App />
        </Suspense>
      </Actions>
    )
    const seen = () => [
      new URL(href).pathname,
      [...container.querySelectorAll("p")].filter(isShown).map(readText).join()
    ]
    return {
      actions: () => actions,
      visited,
      shows: (path: string, text: string) => expect.poll(() => act(async () => seen())).toStrictEqual([path, text])
    }
  }

  const useActions = () => ({
    signUp: useAction(Password.signUp),
    signOut: useAction(Sessions.signOut)
  })

  /** What React hides while something suspends stays in the page. */
  const isShown = ({ style }: HTMLElement) => style.display !== "none"

  const readText = ({ textContent }: HTMLElement) => textContent

  const ForUsers = () => <p>{useUser({ or: "redirect" }).primaryEmail}</p>

  it("leads to the sign-in page when the page after it needs a user, too", async () => {
    const { actions, shows } = await visitPages("/", { "/": ForUsers })
    await shows("/handler/sign-in", "/handler/sign-in")
    await act(() => actions().signUp.run({ email: "home@example.org", password: "a fine password" }))
    await shows("/", "home@example.org")
    await act(() => actions().signOut.run())
    await shows("/handler/sign-in", "/handler/sign-in")
  })

  it("does not redirect from where the app has gone itself meanwhile", async () => {
    const Leaving = ({ go }: { readonly go: (url: string) => void }) => {
      const user = useUser({ as: "value" })
      // Right after the part below has found that nobody is signed in.
      useLayoutEffect(() => (user === null ? go("http://localhost:3000/") : undefined), [go, user])
      return (
        <Suspense>
          <ForUsers />
        </Suspense>
      )
    }
    const { shows, visited } = await visitPages("/account", { "/account": Leaving, "/": () => <p>home</p> })
    await shows("/", "home")
    await act(() => new Promise((done) => setTimeout(done)))
    expect(visited).toStrictEqual(["/"])
  })
})
