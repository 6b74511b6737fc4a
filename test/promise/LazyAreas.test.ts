/** Parts of the client app that load with the first use of one of them. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"

const areas = "../../src/promise/internal/LazyAreas.ts"

beforeEach(() => {
  vi.resetModules()
})

afterEach(() => {
  vi.doUnmock(areas)
  vi.unstubAllGlobals()
  vi.resetModules()
})

const open = async () => {
  const { createClientApp } = await import("../../src/promise/index.ts")
  return createClientApp({ projectId: "internal", publishableClientKey: "pck_none" })
}

const aborted = { signal: AbortSignal.abort("aborted") }

describe("areas of the client app", () => {
  it("load once for all apps, with the first call", async () => {
    const loads = vi.fn()
    vi.doMock(areas, async (original) => {
      loads()
      return original()
    })
    const [one, other] = [await open(), await open()]
    await expect(one.password.signIn({ email: "ann@example.org", password: "x" }, aborted)).rejects.toBe("aborted")
    expect(loads).not.toHaveBeenCalled()
    await expect(one.teams.list(aborted)).rejects.toBe("aborted")
    await expect(other.apiKeys.list.result(aborted)).rejects.toBe("aborted")
    expect(loads).toHaveBeenCalledTimes(1)
  })

  it("load with the app if a page of it is hosted", async () => {
    const loads = vi.fn()
    vi.doMock(areas, async (original) => {
      loads()
      return original()
    })
    vi.stubGlobal("document", {})
    const { createClientApp } = await import("../../src/promise/standalone/client.ts")
    const Navigation = await import("../../src/platform/page/Navigation.ts")
    const project = {
      projectId: "internal",
      publishableClientKey: "pck_none",
      apiUrl: "http://127.0.0.1:8102",
      navigation: Navigation.layerCustom(() => {})
    }
    await expect(createClientApp(project).redirect.to("signIn")).resolves.toBeUndefined()
    expect(loads).not.toHaveBeenCalled()
    const app = createClientApp({ ...project, urls: { signIn: { type: "hosted" } } })
    await expect(app.redirect.to("signIn")).rejects.toMatchObject({ _tag: "InvalidOption", option: "navigation" })
    expect(loads).toHaveBeenCalledTimes(1)
  })

  it("reject with a typed error without a connection, and load at the next call", async () => {
    let isOnline = false
    vi.doMock(areas, async (original) => {
      if (isOnline) return original()
      throw new TypeError("Failed to fetch dynamically imported module")
    })
    vi.stubGlobal("navigator", { onLine: false })
    const app = await open()
    const offline = { _tag: "TransportError", reason: { _tag: "Offline" } }
    await expect(app.teams.list()).rejects.toMatchObject(offline)
    expect(await app.teams.list.result()).toMatchObject({ ok: false, error: offline })
    isOnline = true
    vi.resetModules()
    await expect(app.teams.list(aborted)).rejects.toBe("aborted")
  })

  it("reject with the bundler's error if there is a connection", async () => {
    vi.doMock(areas, () => {
      throw new TypeError("Failed to fetch /assets/a.js")
    })
    const app = await open()
    await expect(app.teams.list()).rejects.toThrow("mocking")
  })

  it("keep the caller in the stack of an error", async () => {
    const app = await open()
    const caller = async () => await app.teams.create({ displayName: "Acme" })
    const error = await caller().catch((error: unknown) => error)
    expect((error as Error).stack?.split("\n").slice(0, 2).join("\n")).toMatch(
      /^UserAuthenticationRequired: .*\n.*caller/
    )
  })
})
