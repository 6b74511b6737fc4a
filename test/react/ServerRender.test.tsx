// @vitest-environment happy-dom
/** Rendering on a server, and taking over in the browser. */
import { Writable } from "node:stream"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { type ReactNode, Suspense } from "react"
import { hydrateRoot } from "react-dom/client"
import { renderToPipeableStream } from "react-dom/server"
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import * as Teams from "../../src/client/Teams.ts"
import * as ClientApp from "../../src/http/ClientApp.ts"
import * as browser from "../../src/react/index.ts"
import type { DehydratedState } from "../../src/react/index.ts"
import * as Session from "../../src/session/Session.ts"
import { TokenStore } from "../../src/token/TokenStore.ts"
import { act, canary, type Device, leave, makeDevice, makeService, settle, show } from "./renderedApp.tsx"

afterEach(leave)

/** An app on the server, for one request. */
const serverApp = ({ http, options, store }: Device) => {
  const layer = Session.layer.pipe(
    Layer.provideMerge(Layer.succeed(TokenStore, store)),
    Layer.provideMerge(Layer.provide(ClientApp.layer(options), http))
  )
  const runtime = ManagedRuntime.make(layer)
  return { run: <A, E>(effect: Effect.Effect<A, E, Layer.Success<typeof layer>>) => runtime.runPromise(effect) }
}

/** Renders to the end of the stream. */
const stream = (node: ReactNode): Promise<{ readonly html: string; readonly errors: ReadonlyArray<unknown> }> =>
  new Promise((resolve, reject) => {
    let html = ""
    const errors: Array<unknown> = []
    const sink = new Writable({
      write: (chunk, _, done) => {
        html += chunk
        done()
      }
    })
    sink.on("finish", () => resolve({ html, errors }))
    const { pipe } = renderToPipeableStream(node, {
      onAllReady: () => void pipe(sink),
      onShellError: reject,
      onError: (error) => void errors.push(error)
    })
  })

const makePage = (gatefold: typeof browser) => {
  const { AuthProvider, SignedIn, useTeams, useUser } = gatefold
  const List = () => useTeams().map(({ displayName, id }) => <li key={id}>{displayName}</li>)
  const Page = () => {
    const user = useUser()
    return (
      <main>
        <h1>{user === null ? "nobody" : `${user.displayName} since ${user.signedUpAt.toISOString()}`}</h1>
        <SignedIn fallback="out">in</SignedIn>
        <ul>{user !== null && <List />}</ul>
      </main>
    )
  }
  const provide = (device: Device, page: ReactNode, initial?: DehydratedState) => (
    <AuthProvider options={device.options} initial={initial}>
      {page}
    </AuthProvider>
  )
  const tree = (device: Device, initial?: DehydratedState) => provide(device, <Page />, initial)
  return { ...gatefold, Page, provide, tree }
}

const { tree, useAction, useResource, useTeams, useUser } = makePage(browser)

// A server is another process: React wants no context in both.
vi.resetModules()
const server = makePage(await import("../../src/react/index.ts"))
// Nor do other tests of this worker want the server's modules.
vi.resetModules()
const { dehydrate, serialize } = server

/** Hydrates what a server has sent; answers what React complained of. */
const hydrate = async (html: string, node: ReactNode) => {
  const complaints: Array<unknown> = []
  const error = vi.spyOn(console, "error").mockImplementation((...args) => void complaints.push(args))
  const container = document.createElement("div")
  document.body.append(container)
  container.innerHTML = html
  const root = await act(async () =>
    hydrateRoot(container, node, { onRecoverableError: (error) => void complaints.push(error) })
  )
  // Other test files of this worker see the same page.
  onTestFinished(async () => {
    await act(async () => root.unmount())
    container.remove()
  })
  await settle()
  error.mockRestore()
  return { container, complaints }
}

describe("on a server", () => {
  it("reads nothing by accident, and leaves suspended reads to the browser", async () => {
    const service = makeService()
    const device = makeDevice(service, "ann")
    const gets = vi.fn()
    const { store } = device
    const watched = Object.assign(store, { get: Effect.andThen(Effect.sync(gets), store.get) })
    expect(watched).toBe(store)
    const { errors, html } = await stream(
      <server.AuthProvider options={device.options}>
        <server.SignedIn loading="loading">in</server.SignedIn>
        <Suspense fallback="waiting">
          <server.Page />
        </Suspense>
      </server.AuthProvider>
    )
    expect(html).toContain("loading")
    expect(html).toContain("waiting")
    expect(errors).toMatchObject([{ name: "NotOnServer" }])
    await settle()
    expect(service.sent).toHaveLength(0)
    expect(gets).not.toHaveBeenCalled()
    expect(device.listeners()).toBe(0)
  })

  it.each([
    ["is not known", false],
    ["is nobody", true]
  ])("a redirect says what to do where the user %s", async (_, isRead) => {
    vi.stubGlobal("window", undefined)
    onTestFinished(() => void vi.unstubAllGlobals())
    const device = makeDevice(makeService())
    const initial = isRead ? await dehydrate(serverApp(device)) : undefined
    const { useUser } = server
    const Suspends = () => <p>{useUser({ or: "redirect" }).id}</p>
    const Loads = () => <p>{useUser({ or: "redirect", as: "value" })?.id ?? "loading"}</p>
    const { errors } = await stream(server.provide(device, <Suspends />, initial))
    expect(errors).toMatchObject([
      { message: expect.stringMatching(/<Suspense> .* as: "value" .* auth\.getUser\(\{ or: "redirect" \}\)/) }
    ])
    expect(await stream(server.provide(device, <Loads />, initial))).toStrictEqual({
      html: expect.stringContaining("<p>loading</p>"),
      errors: []
    })
  })

  it("state holds the user's data, and no token", async () => {
    const service = makeService()
    service.names.set("ann", `</script><script>alert("ann")</script>\u2028`)
    const device = makeDevice(service, "ann")
    const state = await dehydrate(serverApp(device), [[Teams.list]])
    const text = serialize(state)
    expect(text).toContain("Team 1")
    expect(text).not.toContain(canary)
    expect(text).not.toContain("<")
    expect(text).not.toContain("\u2028")
    expect(JSON.parse(text)).toStrictEqual(state)
    const { html } = await stream(server.tree(device, JSON.parse(text) as DehydratedState))
    expect(html).not.toContain(canary)
    expect(html).not.toContain("<script>alert")
  })

  it("leaves out reads that fail", async () => {
    const state = await dehydrate(serverApp(makeDevice(makeService())), [[Teams.list]])
    expect(state.session).toBeNull()
    expect(state.reads.map(({ shows }) => shows)).toStrictEqual([
      ["CurrentUser.getIncludingAnonymous", "users", "CurrentUser.get"]
    ])
  })

  it("never mixes concurrent renders for different users", async () => {
    const service = makeService()
    const users = Array.from({ length: 100 }, (_, i) => `user${i}.`)
    const pages = await Promise.all(
      users.map(async (user) => {
        const device = makeDevice(service, user)
        return stream(server.tree(device, await dehydrate(serverApp(device), [[Teams.list]])))
      })
    )
    expect(pages.map(({ errors, html }) => ({ errors, users: html.match(/user\d+\./g) }))).toStrictEqual(
      users.map((user) => ({ errors: [], users: [user] }))
    )
  })
})

describe("in the browser", () => {
  it("rejects for an app that runs no effects, such as one of gatefold/promise", async () => {
    await expect(dehydrate({} as never)).rejects.toThrow("This app has no method run.")
  })

  it("hydrates with no warning and no request", async () => {
    const service = makeService()
    const device = makeDevice(service, "ann")
    const state = JSON.parse(serialize(await dehydrate(serverApp(device), [[Teams.list]]))) as DehydratedState
    const { errors, html } = await stream(server.tree(device, state))
    expect(errors).toStrictEqual([])
    expect(html).toContain("ann since 2023-11-14T22:13:20.000Z")
    service.sent.length = 0
    const { complaints, container } = await hydrate(html, tree(device, state))
    expect(complaints).toStrictEqual([])
    expect(service.sent).toHaveLength(0)
    expect(container.textContent).toBe("ann since 2023-11-14T22:13:20.000ZinTeam 1")
    await device.signOut()
    expect(container.textContent).toBe("nobodyout")
  })

  it("reads again what a server of another version has read", async () => {
    const service = makeService()
    const device = makeDevice(service, "ann")
    const { reads } = await dehydrate(serverApp(device), [[Teams.list]])
    const former = reads.map(({ shows: _, ...read }) => ({ ...read, stale: [] }))
    for (const state of [{ reads: former }, { version: "0.0.9", reads: former }]) {
      const { html } = await stream(server.tree(device))
      service.sent.length = 0
      const { container } = await hydrate(html, tree(device, state as unknown as DehydratedState))
      expect(container.textContent, JSON.stringify(state)).toContain("ann since")
      expect(service.count("/users/me"), JSON.stringify(state)).toBe(1)
      expect(service.count("/teams?"), JSON.stringify(state)).toBe(1)
    }
  })

  it("hydrates for a signed-out visitor", async () => {
    const service = makeService()
    const device = makeDevice(service)
    const state = await dehydrate(serverApp(device))
    const { html } = await stream(server.tree(device, state))
    expect(html).toContain("nobody")
    const { complaints, container } = await hydrate(html, tree(device, state))
    expect(complaints).toStrictEqual([])
    expect(service.sent).toHaveLength(0)
    expect(container.textContent).toBe("nobodyout")
  })

  it("renders what the server has left out", async () => {
    const service = makeService()
    const device = makeDevice(service, "ann")
    const { html } = await stream(server.tree(device))
    const { container } = await hydrate(html, tree(device))
    expect(container.textContent).toContain("ann since")
    expect(service.count("/users/me")).toBe(1)
  })

  it.each(["bob", undefined])("drops the state of another session: the browser is %s", async (other) => {
    const service = makeService()
    const state = await dehydrate(serverApp(makeDevice(service, "ann")), [[Teams.list]])
    const device = makeDevice(service, other)
    const { html } = await stream(server.tree(device, state))
    const { container } = await hydrate(html, tree(device, state))
    expect(container.textContent).not.toContain("ann")
    expect(container.textContent).toContain(other ?? "nobody")
  })

  it("keeps no token where devtools look", async () => {
    const service = makeService()
    const device = makeDevice(service, "ann")
    const Everything = () => {
      useUser()
      useTeams({ as: "result" })
      useResource(CurrentUser.getIncludingAnonymous, undefined, { as: "value" })
      useAction(Teams.create)
      return <p>ready</p>
    }
    const { container } = await show(device, <Everything />)
    expect(container.textContent).toBe("ready")
    const rootKey = Object.keys(container).find((key) => key.startsWith("__reactContainer$"))!
    const found = search((container as unknown as Record<string, unknown>)[rootKey], canary)
    expect(found.visited).toBeGreaterThan(100)
    expect(found.paths).toStrictEqual([])
  })
})

/** Everything that can be reached by properties, from the fibers of a tree on. */
const search = (start: unknown, text: string) => {
  const paths: Array<string> = []
  const seen = new Set<unknown>()
  const queue: Array<readonly [unknown, string]> = [[start, ""]]
  while (queue.length > 0) {
    const [value, path] = queue.pop()!
    if (typeof value === "string" && value.includes(text)) paths.push(path)
    if (typeof value !== "object" && typeof value !== "function") continue
    // The test's own options lead to the test's own service.
    if (value === null || seen.has(value) || value instanceof Node || path.endsWith(".options")) continue
    seen.add(value)
    const members =
      value instanceof Map || value instanceof Set
        ? Array.from(value as Iterable<unknown>, (member, i) => [String(i), member] as const)
        : Object.getOwnPropertyNames(value).flatMap((name) => {
            const { value: member } = Object.getOwnPropertyDescriptor(value, name)!
            return member === undefined ? [] : [[name, member] as const]
          })
    for (const [name, member] of members) queue.push([member, `${path}.${name}`])
  }
  return { paths, visited: seen.size }
}
