// @vitest-environment happy-dom
/** The provider and the hooks on a phone: the last user offline, links, and the return to the foreground. */
import { act, cleanup, render } from "@testing-library/react"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Component, type ReactNode, StrictMode } from "react"
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import * as Emulator from "../../src/emulator/node.ts"
import {
  AuthProvider,
  createExpoApp,
  type ExpoApp,
  type OpenedLink,
  signInWithProvider,
  useDeepLink
} from "../../src/expo/index.ts"
import { keep } from "../../src/expo/LastUser.ts"
import * as SplitStorage from "../../src/expo/SplitStorage.ts"
import * as RetryPolicy from "../../src/http/RetryPolicy.ts"
import * as Notifier from "../../src/platform/Notifier.ts"
import { useAction, useUser } from "../../src/react/index.ts"
import { password } from "../support/emulatorCalls.ts"
import { base64url } from "../support/tokens.ts"
import { makePhone, makeOptions, type Phone, visitProvider } from "./phone.ts"

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const service = Emulator.toFetchHandler({
  passwordCost: "insecure-fast",
  project: { config: { magicLinkEnabled: true, oauthProviders: [{ id: "github", type: "shared" }] } }
})
afterAll(() => service.dispose())

let phone: Phone
let isOnline: boolean
let sent: Array<string>
const apps: Array<ExpoApp> = []

beforeEach(() => {
  phone = makePhone()
  isOnline = true
  sent = []
})
afterEach(async () => {
  cleanup()
  await Promise.all(apps.splice(0).map((app) => app.dispose()))
})

const start = async () => {
  const emulator = await service.emulator
  const app = createExpoApp({
    ...makeOptions(phone, {
      ...emulator,
      fetch: (request) => {
        sent.push(`${request.method} ${new URL(request.url).pathname.slice("/api/v1".length)}`)
        return isOnline ? service.fetch(request) : Promise.reject(new TypeError("Network request failed"))
      }
    }),
    platform: Layer.merge(
      Notifier.layerCustom(() => Effect.void),
      Layer.succeed(RetryPolicy.RetryPolicy, RetryPolicy.none)
    )
  })
  apps.push(app)
  return app
}

class Boundary extends Component<{ readonly children: ReactNode }> {
  override state: { readonly error?: { readonly _tag?: string } } = {}
  static getDerivedStateFromError = (error: unknown) => ({ error })
  override render = () => (this.state.error === undefined ? this.props.children : `failed: ${this.state.error._tag}`)
}

const show = async (app: ExpoApp, children: ReactNode) => {
  const tree = (
    <StrictMode>
      <AuthProvider app={app} fallback="waiting">
        <Boundary>{children}</Boundary>
      </AuthProvider>
    </StrictMode>
  )
  const { container, unmount } = await act(async () => render(tree))
  return {
    unmount,
    shows: (text: string) => expect.poll(() => act(async () => container.textContent)).toBe(text)
  }
}

const User = () => <>{useUser()?.displayName ?? "nobody"}</>

let count = 0
const signUp = async (app: ExpoApp, displayName: string) => {
  const email = `${displayName.toLowerCase()}-${++count}@example.org`
  await app.password.signUp({ email, password })
  await app.currentUser.setDisplayName(displayName)
  return email
}

/** The access token in the secure store is one that has expired long ago. */
const expireToken = async () => {
  const storage = SplitStorage.make(phone.secureStore.store, "gatefold.session")
  const stored = JSON.parse((await Effect.runPromise(storage.read))!)
  const [header, payload, signature] = stored.accessToken.split(".")
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString())
  const expired = base64url({ ...claims, iat: 1, exp: 2 })
  const accessToken = [header, expired, signature].join(".")
  await Effect.runPromise(storage.write(JSON.stringify({ ...stored, accessToken })))
}

describe("an offline start", () => {
  it("shows the last user, and reads them again when there is a network", async () => {
    const first = await start()
    await signUp(first, "Ann")
    const before = await show(first, <User />)
    await before.shows("Ann")
    await expect.poll(() => first.lastUser()).toMatchObject({ displayName: "Ann", signedUpAt: expect.any(Date) })
    before.unmount()

    await expireToken()
    isOnline = false
    sent.length = 0
    const second = await start()
    expect(await second.lastUser()).toMatchObject({ displayName: "Ann" })
    const page = await show(second, <User />)
    await page.shows("Ann")
    await expect.poll(() => act(async () => sent)).toContain("POST /auth/oauth/token")
    await page.shows("Ann")

    await act(async () => {
      isOnline = true
    })
    await first.currentUser.setDisplayName("Anna")
    await act(async () => phone.change("background", "active"))
    await page.shows("Anna")
    await act(() => second.sessions.signOut())
    await page.shows("nobody")
    await expect.poll(() => [...phone.secureStore.values]).toStrictEqual([])
  })

  it("fails without a last user, and shows nobody if nobody is signed in", async () => {
    isOnline = false
    const nobody = await start()
    expect(await nobody.lastUser()).toBeNull()
    const page = await show(nobody, <User />)
    await page.shows("nobody")
    page.unmount()
    isOnline = true
    await signUp(nobody, "Bob")
    isOnline = false
    const again = await start()
    const failing = vi.spyOn(console, "error").mockReturnValue()
    await (await show(again, <User />)).shows("failed: TransportError")
    failing.mockRestore()
  })

  it("never shows the user of another session, or something unreadable", async () => {
    const app = await start()
    await signUp(app, "Cleo")
    const page = await show(app, <User />)
    await page.shows("Cleo")
    await expect.poll(() => app.lastUser()).not.toBeNull()
    page.unmount()
    const kept = phone.secureStore.values.get("gatefold.user")!
    for (const text of [
      "{}",
      "null",
      "[]",
      "=",
      "={",
      '={"reads":[1]}',
      "=[]",
      kept.replace(/"session":"./, '"session":"#')
    ]) {
      phone.secureStore.values.set("gatefold.user", text)
      expect(await (await start()).lastUser(), text).toBeNull()
    }
    phone.secureStore.values.set("gatefold.user", kept)
    const other = await start()
    expect(await other.lastUser()).not.toBeNull()
    const cleo = await other.currentUser.get()
    await signUp(other, "Dora")
    expect(await other.lastUser()).toBeNull()
    // A user who was read before another one signed in.
    await other.run(keep(cleo))
    expect(await other.lastUser()).toBeNull()
  })
})

describe("a link that opens the app", () => {
  let link: ReturnType<typeof useDeepLink> | undefined
  const opened: Array<OpenedLink> = []
  const Links = ({ url }: { readonly url: string | null }) => {
    link = useDeepLink(url, (found) => void opened.push(found))
    return <User />
  }
  beforeEach(() => {
    opened.length = 0
    link = undefined
  })

  const mailTo = async (to: string) => {
    const { mailbox } = await service.emulator
    return (await Effect.runPromise(mailbox.takeWithin({ to }, "5 seconds"))).link!
  }

  it("signs in once, although React runs effects twice", async () => {
    const app = await start()
    await app.magicLink.send({ email: "maggie@example.org" })
    const url = await mailTo("maggie@example.org")
    const page = await show(app, <Links url={url} />)
    await expect.poll(() => act(async () => link?.status)).toBe("success")
    expect(opened).toStrictEqual([{ page: "magicLinkCallback", result: "signed-up" }])
    expect((await app.currentUser.get())?.primaryEmail).toBe("maggie@example.org")
    page.unmount()
    // The system gives the same URL to the next mount.
    await show(app, <Links url={url} />)
    await expect.poll(() => act(async () => link?.status)).toBe("success")
    expect(link?.value).toBeNull()
    expect(opened).toHaveLength(1)
    expect(sent.filter((request) => request === "POST /auth/otp/sign-in")).toHaveLength(1)
  })

  it("has an error if it is wrong, and is left alone if it is foreign", async () => {
    const app = await start()
    await show(app, <Links url={`http://localhost:3000/handler/password-reset?code=${"a".repeat(45)}`} />)
    await expect.poll(() => act(async () => link?.error?._tag)).toBe("VerificationCodeNotFound")
    cleanup()
    await show(app, <Links url="https://evil.example/handler/password-reset?code=1" />)
    await expect.poll(() => act(async () => link?.status)).toBe("success")
    expect(link?.value).toBeNull()
    cleanup()
    await show(app, <Links url={null} />)
    await expect.poll(() => act(async () => link?.status)).toBe("idle")
    expect(opened).toStrictEqual([])
  })
})

it("signs in with a provider by the hooks", async () => {
  phone.visit = visitProvider(
    { ...(await service.emulator), fetch: service.fetch },
    { identity: { email: "eve@example.org", displayName: "Eve" } }
  )
  let signIn!: ReturnType<typeof useAction<typeof signInWithProvider>>
  const Screen = () => {
    signIn = useAction(signInWithProvider)
    return <User />
  }
  const page = await show(await start(), <Screen />)
  await page.shows("nobody")
  expect(await act(() => signIn.run({ provider: "github" }))).toStrictEqual({ ok: true, value: "signed-up" })
  await page.shows("Eve")
  phone.visit = async () => ({ type: "cancel" })
  await act(() => signIn.run({ provider: "github" }))
  expect(signIn.error?._tag).toBe("SignInCancelled")
})
