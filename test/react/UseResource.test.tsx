// @vitest-environment happy-dom
/** `useResource` reads once for all components and keeps its value through refreshes and failures. */
import { fireEvent } from "@testing-library/react"
import * as Effect from "effect/Effect"
import { startTransition, Suspense, useState } from "react"
import { afterEach, describe, expect, it, vi } from "vitest"
import * as Teams from "../../src/client/Teams.ts"
import { TeamId } from "../../src/domain/Ids.ts"
import * as Notifier from "../../src/platform/Notifier.ts"
import {
  operation,
  RequirePermission,
  type ResourceResult,
  useAction,
  useAuthApp,
  usePermission,
  useResource,
  useTeam,
  useTeamMembers,
  useTeams
} from "../../src/react/index.ts"
import { broken, knownError } from "../support/scriptedNetwork.ts"
import { act, fakeClock, fakeTimers, leave, makeDevice, makeService, settle, show, teamJson } from "./renderedApp.tsx"

afterEach(leave)

const team = (n: number) => TeamId.make(teamJson(n).id)

const TeamNames = () => (
  <ul>
    {useTeams().map(({ displayName, id }) => (
      <li key={id}>{displayName}</li>
    ))}
  </ul>
)

describe("useResource", () => {
  it("returns a result with value, state and error", async () => {
    const pass = fakeClock()
    const service = makeService()
    const seen: Array<string> = []
    let last!: ResourceResult<unknown, unknown>
    const Show = () => {
      last = useResource(Teams.list, undefined, { as: "result" })
      seen.push(`${last.status}${last.isRefreshing ? " refreshing" : ""}`)
      return null
    }
    await show(makeDevice(service, "ann"), <Show />)
    expect(seen).toStrictEqual(["pending", "success"])
    const { value } = last
    // Within 300 ms nothing is asked again.
    await act(() => last.refetch())
    expect(seen).toHaveLength(2)
    pass(300)
    let open = () => {}
    service.gate = new Promise<void>((resolve) => (open = resolve))
    await act(async () => void last.refetch())
    open()
    await settle()
    expect(seen.slice(2)).toStrictEqual(["success refreshing", "success"])
    expect(last.value).toBe(value)
    expect(service.count("/teams")).toBe(2)
  })

  it("returns a typed failure as a result, and retries", async () => {
    const service = makeService()
    service.instead = () => knownError("TEAM_MEMBERSHIP_NOT_FOUND", 404, { team_id: "t", user_id: "u" })
    let last!: ResourceResult<unknown, { readonly _tag: string }>
    const Show = () => {
      last = useResource(Teams.get, team(1), { as: "result" })
      return null
    }
    await show(makeDevice(service, "ann"), <Show />)
    expect(last).toMatchObject({ status: "failure", error: { _tag: "TeamMembershipNotFound" } })
  })

  it("keeps the value when a refresh fails to connect, notifies, and returns the error in a result", async () => {
    const service = makeService()
    const told: Array<string> = []
    const device = makeDevice(service, "ann", {
      platform: Notifier.layerCustom((error) => Effect.sync(() => void told.push(Notifier.toMessage(error))))
    })
    let app!: ReturnType<typeof useAuthApp>
    let last!: ResourceResult<unknown, { readonly _tag: string }>
    const Show = () => {
      app = useAuthApp()
      last = useResource(Teams.list, undefined, { as: "result" })
      return <TeamNames />
    }
    const { container } = await show(device, <Show />)
    fakeTimers()
    service.instead = () => broken
    act(() => app.invalidate(Teams.list))
    await act(() => vi.advanceTimersByTimeAsync(120_000))
    expect(container.textContent).toBe("Team 1")
    expect(last).toMatchObject({ status: "success", error: { _tag: "TransportError" } })
    expect(told).toHaveLength(1)
  })

  it("keeps the current value in a transition to another input", async () => {
    const service = makeService()
    let choose!: (n: number) => void
    const Members = () => {
      const [n, set] = useState(1)
      choose = set
      return (
        <Suspense fallback="waiting">
          <List n={n} />
        </Suspense>
      )
    }
    const List = ({ n }: { readonly n: number }) => useTeamMembers(team(n)).map(({ displayName }) => displayName)
    const { container } = await show(makeDevice(service, "ann"), <Members />)
    expect(container.textContent).toBe("Member of 1")
    let open = () => {}
    service.gate = new Promise<void>((resolve) => (open = resolve))
    await act(async () => startTransition(() => choose(2)))
    expect(container.textContent).toBe("Member of 1")
    open()
    await settle()
    expect(container.textContent).toBe("Member of 2")
    // And without a transition it waits.
    service.gate = new Promise<void>((resolve) => (open = resolve))
    await act(async () => choose(3))
    expect(container.querySelector("ul")).toBeNull()
    expect(container.textContent).toContain("waiting")
    open()
    await settle()
    expect(container.textContent).toBe("Member of 3")
    expect(service.count("/team-member-profiles")).toBe(3)
  })

  it("derives single teams and permissions from one list each", async () => {
    const service = makeService()
    service.teams.push(teamJson(2))
    const Show = () => [
      useTeam(team(1))?.displayName,
      useTeam(team(2))?.displayName,
      useTeam(team(3)) === null ? "none" : "",
      usePermission("read")?.id,
      String(usePermission("write"))
    ]
    const { container } = await show(makeDevice(service, "ann"), <Show />)
    expect(container.textContent).toBe("Team 1Team 2nonereadnull")
    expect(service.sent).toHaveLength(2)
  })

  it("reads and changes with custom operations", async () => {
    const pass = fakeClock()
    let notes = ["milk"]
    const list = operation("Notes.list")((prefix: string) => Effect.sync(() => notes.filter((note) => note >= prefix)))
    const add = operation("Notes.add", { changes: ["Notes.list"] })(function* (note: string) {
      const teams = yield* Teams.list
      notes = [...notes, `${note} for ${teams.length}`]
    })
    let run!: (note: string) => Promise<unknown>
    const Show = () => {
      run = useAction(add).run
      return <p>{useResource(list, "b").join()}</p>
    }
    const { container } = await show(makeDevice(makeService(), "ann"), <Show />)
    expect(container.textContent).toBe("milk")
    pass(300)
    await act(() => run("tea"))
    await settle()
    expect(container.textContent).toBe("milk,tea for 1")
  })

  it("refreshes custom reads after the package's changes, and the package's reads after custom changes", async () => {
    const pass = fakeClock()
    const service = makeService()
    let reads = 0
    const stats = operation("Stats.teams", { shows: ["teams"] })(() => Effect.sync(() => ++reads))
    const merge = operation("Stats.merge", { changes: ["teams"] })(() => Effect.void)
    let create!: () => Promise<unknown>
    let mergeAll!: () => Promise<unknown>
    const Show = () => {
      const creating = useAction(Teams.create)
      create = () => creating.run({ displayName: "New" })
      mergeAll = useAction(merge).run
      return (
        <p>
          {useResource(stats)} of {useResource(Teams.list).length}
        </p>
      )
    }
    const { container } = await show(makeDevice(service, "ann"), <Show />)
    expect(container.textContent).toBe("1 of 1")
    pass(300)
    await act(create)
    await settle()
    expect(container.textContent).toBe("2 of 2")
    const asked = service.count("/teams?")
    await act(mergeAll)
    await settle()
    expect(container.textContent).toBe("3 of 2")
    expect(service.count("/teams?")).toBe(asked + 1)
  })

  it("refuses an operation without a name", async () => {
    const error = vi.spyOn(console, "error").mockImplementation(() => {})
    const Show = () => <p>{String(useResource(() => Teams.list))}</p>
    const { container } = await show(makeDevice(makeService(), "ann"), <Show />)
    expect(container.textContent).toContain("InvalidOption")
    error.mockRestore()
  })

  it.each(["suspense", "value"] as const)(
    "throws a failure to the boundary, whose retry reads again: %s",
    async (as) => {
      const pass = fakeClock()
      const error = vi.spyOn(console, "error").mockImplementation(() => {})
      const service = makeService()
      service.instead = () => knownError("TEAM_NOT_FOUND", 404, { team_id: "t" })
      const Names = () => <p>{useTeams({ as })?.map(({ displayName }) => displayName)}</p>
      const { container } = await show(makeDevice(service, "ann"), <Names />)
      expect(container.textContent).toMatch(/^error /)
      expect(service.count("/teams")).toBe(1)
      service.instead = () => undefined
      pass(300)
      await act(async () => fireEvent.click(container.querySelector("button")!))
      await settle()
      expect(container.textContent).toBe("Team 1")
      expect(service.count("/teams")).toBe(2)
      error.mockRestore()
    }
  )
})

describe("<RequirePermission>", () => {
  it("shows its children to those who have the permission", async () => {
    const service = makeService()
    const device = makeDevice(service, "ann")
    const { container } = await show(device, [
      <RequirePermission key="1" permission="read" fallback="no">
        read
      </RequirePermission>,
      <RequirePermission key="2" permission="write" fallback=" not write">
        write
      </RequirePermission>
    ])
    expect(container.textContent).toBe("read not write")
    expect(service.sent).toHaveLength(1)
    await device.signOut()
    await settle()
    expect(container.textContent).toBe("no not write")
  })
})
