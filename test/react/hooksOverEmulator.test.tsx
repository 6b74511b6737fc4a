// @vitest-environment happy-dom
/** A provider and its hooks against the emulator, from the first account to the last sign-out. */
import { StrictMode } from "react"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import * as Password from "../../src/client/Password.ts"
import * as Sessions from "../../src/client/Sessions.ts"
import * as Emulator from "../../src/emulator/node.ts"
import * as Http from "../../src/http/Http.ts"
import { type AuthOptions, useAction, useUser } from "../../src/react/index.ts"
import { act, leave, settle, show } from "./renderedApp.tsx"

const service = Emulator.toFetchHandler({ project: {}, passwordCost: "insecure-fast" })
const asked: Array<string> = []
let options: AuthOptions

beforeAll(async () => {
  const { baseUrl, project } = await service.emulator
  options = {
    projectId: project!.projectId,
    publishableClientKey: project!.publishableClientKey,
    apiUrl: baseUrl,
    appUrl: "http://localhost:3000",
    tokenStore: "memory",
    http: Http.layerHandler((request) => {
      asked.push(`${request.method} ${new URL(request.url).pathname.slice("/api/v1".length)}`)
      return service.fetch(request)
    })
  }
})

afterEach(leave)
afterAll(() => service.dispose())

describe("a provider over the emulator", () => {
  it("signs up, signs out, and signs in again", async () => {
    const credentials = { email: "ann@example.org", password: "a fine password" }
    const actions = () => ({
      signUp: useAction(Password.signUp),
      signIn: useAction(Password.signIn),
      signOut: useAction(Sessions.signOut)
    })
    let auth!: ReturnType<typeof actions>
    const Page = () => {
      auth = actions()
      const user = useUser()
      return <p>{auth.signIn.error?._tag ?? user?.primaryEmail ?? "nobody"}</p>
    }
    const { container } = await show({ options }, <Page />, {
      wrapper: (node) => <StrictMode>{node}</StrictMode>
    })
    const shows = (text: string) => expect.poll(() => act(async () => container.textContent)).toBe(text)
    await shows("nobody")
    expect(asked).toStrictEqual([])

    expect(await act(() => auth.signUp.run(credentials))).toMatchObject({ ok: true })
    await shows("ann@example.org")
    expect(await act(() => auth.signUp.run(credentials))).toMatchObject({
      ok: false,
      error: { _tag: "UserWithEmailAlreadyExists" }
    })

    expect(await act(() => auth.signOut.run())).toMatchObject({ ok: true })
    await shows("nobody")

    await act(() => auth.signIn.run({ ...credentials, password: "another password" }))
    await shows("EmailPasswordMismatch")
    expect(await act(() => auth.signIn.run(credentials))).toMatchObject({ ok: true })
    await shows("ann@example.org")
    await settle()
    expect(asked).toStrictEqual([
      "POST /auth/password/sign-up",
      "GET /users/me",
      "POST /auth/password/sign-up",
      "DELETE /auth/sessions/current",
      "POST /auth/password/sign-in",
      "POST /auth/password/sign-in",
      "GET /users/me"
    ])
  })
})
