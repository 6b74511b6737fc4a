// @vitest-environment happy-dom
/** A provider over an app that exists, and that others use too. */
import { render } from "@testing-library/react"
import { afterEach, describe, expect, it } from "vitest"
import { createClientApp } from "../../src/promise/index.ts"
import { AuthProvider, useProject, useTeams, useUser } from "../../src/react/index.ts"
import { json, knownError } from "../support/scriptedNetwork.ts"
import { act, leave, makeDevice, makeService, settle } from "./renderedApp.tsx"

afterEach(leave)

const Page = () => {
  const user = useUser()
  return <p>{user?.displayName}: </p>
}

const Teams = () => <ul>{useTeams().map(({ displayName }) => displayName)}</ul>

const open = async () => {
  const service = makeService()
  const device = makeDevice(service, "ann")
  const app = createClientApp(device.options)
  const view = await act(async () =>
    render(
      <AuthProvider app={app}>
        <Page />
        <Teams />
      </AuthProvider>
    )
  )
  await settle()
  return { ...view, app, device, service }
}

describe("a provider over an existing app", () => {
  it("shows what its own methods change, as what actions change", async () => {
    const { app, container, service } = await open()
    expect(container.textContent).toBe("ann: Team 1")
    await act(() => app.teams.create({ displayName: "New" }))
    await settle()
    expect(container.textContent).toBe("ann: Team 1New")
    await act(() => app.currentUser.setDisplayName.result("Ann B."))
    await settle()
    expect(container.textContent).toBe("Ann B.: Team 1New")
    // What fails has made nothing stale.
    const asked = service.count("/teams?")
    service.instead = (path) => (path === "/teams" ? knownError("TEAM_NOT_FOUND", 404, { team_id: "t" }) : undefined)
    await act(() => app.teams.create({ displayName: "Never" }).catch(() => undefined))
    await settle()
    expect(service.count("/teams?")).toBe(asked)
    // What may have been carried out although its answer is unreadable has.
    service.instead = (path) => (path === "/teams" ? json("<html>", 200, { "content-type": "text/html" }) : undefined)
    await act(() => app.teams.create({ displayName: "Perhaps" }).catch(() => undefined))
    await settle()
    expect(service.count("/teams?")).toBe(asked + 1)
    await app.dispose()
  })

  it("stops listening at unmount, and leaves the app running", async () => {
    const { app, container, service, unmount } = await open()
    const heard: Array<ReadonlyArray<string>> = []
    const stop = app.onStale((changed) => void heard.push(changed))
    await act(async () => unmount())
    await settle()
    const asked = service.count("/teams?")
    await app.teams.create({ displayName: "Later" })
    expect(heard).toHaveLength(1)
    expect(heard[0]).toContain("teams")
    await settle()
    expect(service.count("/teams?")).toBe(asked)
    stop()
    await app.teams.create({ displayName: "Last" })
    expect(heard).toHaveLength(1)
    expect(container.textContent).toBe("")
    await app.dispose()
  })

  const ProjectOption = () => {
    const { error } = useProject({ as: "result" })
    return <p>{error?._tag === "InvalidOption" ? error.option : "?"}</p>
  }

  it("refuses an app that runs no effects, such as one of gatefold/promise", async () => {
    const { container } = await act(async () =>
      render(
        <AuthProvider app={{ teams: {} } as never}>
          <ProjectOption />
        </AuthProvider>
      )
    )
    await settle()
    expect(container.textContent).toBe("app")
  })

  it("says which option is wrong, as an app of promises does", async () => {
    const { options } = makeDevice(makeService())
    const { container } = await act(async () =>
      render(
        <AuthProvider options={{ ...options, tokenStore: { headers: {} } as never }}>
          <ProjectOption />
        </AuthProvider>
      )
    )
    await settle()
    expect(container.textContent).toBe("tokenStore")
  })
})
