// @vitest-environment happy-dom
/** Signing out in a part of the page that only signed-in users see, and which therefore goes away in the middle of it. */
import { afterAll, afterEach, expect, it } from "vitest"
import * as Password from "../../src/client/Password.ts"
import * as Sessions from "../../src/client/Sessions.ts"
import * as Emulator from "../../src/emulator/Emulator.ts"
import * as Http from "../../src/http/Http.ts"
import * as Navigation from "../../src/platform/Navigation.ts"
import { SignedIn, useAction } from "../../src/react/index.ts"
import { act, leave, show } from "./support.tsx"

const service = Emulator.toFetchHandler({ project: {}, passwordCost: "insecure-fast" })
afterEach(leave)
afterAll(() => service.dispose())

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
    return <button onClick={() => void (target === undefined ? signOut.run() : signOutTo.run(target))}>Sign out</button>
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
  expect(pages).toEqual([])
  answer()
  await expect.poll(() => pages).toEqual([page])
})
