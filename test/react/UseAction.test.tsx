// @vitest-environment happy-dom
/** `useAction` runs operations, reports their state and errors, and refreshes what they change. */
import { fireEvent } from "@testing-library/react"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type ReactNode, StrictMode, useActionState } from "react"
import { afterEach, describe, expect, it } from "vitest"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import * as Password from "../../src/client/Password.ts"
import * as Sessions from "../../src/client/Sessions.ts"
import * as Teams from "../../src/client/Teams.ts"
import { Online } from "../../src/http/Http.ts"
import * as Http from "../../src/http/Http.ts"
import * as RetryPolicy from "../../src/http/RetryPolicy.ts"
import * as Notifier from "../../src/platform/Notifier.ts"
import { type Action, Interrupted, useAction, useAuthApp, useTeams, useUser } from "../../src/react/index.ts"
import { json } from "../support/scriptedNetwork.ts"
import { makeAccessToken, act, leave, makeDevice, makeService, settle, show } from "./renderedApp.tsx"

afterEach(leave)

const signIn = { email: "ann@example.org", password: "correct horse" }

/** Renders a component with an action, which shows its status or what it is told to. */
const renderAction = async <Op extends Parameters<typeof useAction>[0]>(
  device: Parameters<typeof show>[0],
  op: Op,
  useContent: (action: Action<Op>) => ReactNode = ({ status }) => status
) => {
  let action!: Action<Op>
  const Show = () => {
    action = useAction(op)
    return useContent(action)
  }
  const { container, update } = await show(device, <Show />)
  return { container, update, current: () => action }
}

describe("useAction", () => {
  it("runs, reports its state, and refreshes what it made stale", async () => {
    const service = makeService()
    let create!: Action<typeof Teams.create>
    const seen: Array<string> = []
    const Show = () => {
      create = useAction(Teams.create)
      seen.push(create.status)
      return null
    }
    const List = () => useTeams().map(({ displayName, id }) => <li key={id}>{displayName}</li>)
    const { container } = await show(makeDevice(service, "ann"), [<Show key="1" />, <List key="2" />])
    const { run } = create
    const result = await act(() => create.run({ displayName: "New" }))
    await settle()
    expect(result).toMatchObject({ ok: true, value: { displayName: "New" } })
    expect(seen.slice(-2)).toStrictEqual(["pending", "success"])
    expect(create.value?.displayName).toBe("New")
    expect(create.run).toBe(run)
    expect(container.textContent).toBe("Team 1New")
    act(() => create.reset())
    expect(create.status).toBe("idle")
  })

  it("shows the user's own change within the throttle", async () => {
    const service = makeService()
    const { container, current } = await renderAction(
      makeDevice(service, "ann"),
      CurrentUser.setDisplayName,
      () => useUser()?.displayName
    )
    for (const name of ["Ann B.", "Ann C."]) {
      await act(() => current().run(name))
      await settle()
      expect(container.textContent, name).toBe(name)
    }
  })

  it("returns the typed error, and never rejects with it", async () => {
    const service = makeService()
    const { container, current } = await renderAction(makeDevice(service), Password.signIn, (action) =>
      action.error?._tag === "EmailPasswordMismatch" ? "wrong" : action.status
    )
    const result = await act(() => current().run({ ...signIn, email: "wrong@example.org" }))
    expect(result).toMatchObject({ ok: false, error: { _tag: "EmailPasswordMismatch" } })
    expect(container.textContent).toBe("wrong")
    await act(() => current().run(signIn))
    expect(container.textContent).toBe("success")
  })

  it("signs in and out, and all hooks follow", async () => {
    const service = makeService()
    const Show = () => {
      const user = useUser()
      const { run: enter } = useAction(Password.signIn)
      const { run: go } = useAction(Sessions.signOut)
      return (
        <button onClick={() => void (user === null ? enter(signIn) : go())}>{user?.displayName ?? "nobody"}</button>
      )
    }
    const { container } = await show(makeDevice(service), <Show />, {
      wrapper: (node) => <StrictMode>{node}</StrictMode>
    })
    const click = async () => {
      await act(async () => fireEvent.click(container.querySelector("button")!))
      await settle()
    }
    expect(container.textContent).toBe("nobody")
    await click()
    expect(container.textContent).toBe("ann")
    await click()
    expect(container.textContent).toBe("nobody")
  })

  it("is interrupted when the component unmounts", async () => {
    const service = makeService()
    service.gate = new Promise(() => {})
    const device = makeDevice(service)
    const { current, update } = await renderAction(device, Password.signIn)
    let result: unknown
    await act(
      async () =>
        void current()
          .run(signIn)
          .then((value) => (result = value))
    )
    await update(null)
    await settle()
    expect(result).toStrictEqual({ ok: false, error: new Interrupted() })
    expect(await Effect.runPromise(device.store.get)).toBeUndefined()
  })

  it("counts as carried out when the component unmounts before the answer", async () => {
    const service = makeService()
    let rename!: Action<typeof CurrentUser.setDisplayName>
    const Form = () => {
      rename = useAction(CurrentUser.setDisplayName)
      return null
    }
    const Name = () => useUser()?.displayName
    const { container, update } = await show(makeDevice(service, "ann"), [<Form key="1" />, <Name key="2" />])
    expect(container.textContent).toBe("ann")
    // The service does it, and its answer is never seen.
    service.gate = new Promise(() => {})
    await act(async () => void rename.run("Ann B."))
    service.gate = Promise.resolve()
    service.names.set("ann", "Ann B.")
    await update([<Name key="2" />])
    await settle()
    expect(container.textContent).toBe("Ann B.")
  })

  it("is interrupted by a sign-out while it signs in, like the app's own effects", async () => {
    const service = makeService()
    service.instead = (path) =>
      path === "/auth/password/sign-in"
        ? json({ access_token: makeAccessToken("ann"), refresh_token: "refresh", user_id: "u" })
        : undefined
    let answer!: () => void
    service.gate = new Promise<void>((resolve) => (answer = resolve))
    let app!: ReturnType<typeof useAuthApp>
    const device = makeDevice(service)
    const { current } = await renderAction(device, Password.signIn, ({ status }) => {
      app = useAuthApp()
      return status
    })
    const results: Array<unknown> = []
    await act(async () => {
      void current()
        .run(signIn)
        .then((value) => results.push(value))
      app.run(Password.signIn(signIn)).catch((error: unknown) => results.push(error))
    })
    await device.signOut()
    await act(async () => answer())
    await settle()
    expect(results).toHaveLength(2)
    expect(results).toStrictEqual(expect.arrayContaining([{ ok: false, error: new Interrupted() }, new Interrupted()]))
  })

  it("is cleared by reset, even while it runs", async () => {
    const service = makeService()
    service.gate = new Promise(() => {})
    const { container, current } = await renderAction(makeDevice(service), Password.signIn)
    let result: unknown
    await act(
      async () =>
        void current()
          .run(signIn)
          .then((value) => (result = value))
    )
    expect(container.textContent).toBe("pending")
    await act(async () => current().reset())
    expect(container.textContent).toBe("idle")
    expect(result).toMatchObject({ ok: false, error: { _tag: "Interrupted" } })
  })

  it("runs in form actions with useActionState, and reports that it is pending", async () => {
    const service = makeService()
    let open = () => {}
    service.gate = new Promise<void>((resolve) => (open = resolve))
    const Form = () => {
      const action = useAction(Password.signIn)
      const [message, submit] = useActionState(async (_: string, form: FormData) => {
        const result = await action.run({ email: String(form.get("email")), password: "p" })
        return result.ok ? "welcome" : result.error._tag
      }, "")
      return (
        <form action={submit}>
          <input name="email" defaultValue="wrong@example.org" />
          <p>{action.isPending ? "pending" : message}</p>
          <button type="submit">Go</button>
        </form>
      )
    }
    const { container } = await show(makeDevice(service), <Form />)
    await act(async () => fireEvent.click(container.querySelector("button")!))
    expect(container.querySelector("p")!.textContent).toBe("pending")
    open()
    await settle()
    expect(container.querySelector("p")!.textContent).toBe("EmailPasswordMismatch")
  })

  it("uses the platform that the provider was given, down to its requests", async () => {
    const device = makeDevice(makeService(), undefined, {
      http: Http.layerFetch(() => Promise.reject(new TypeError("fetch failed"))),
      platform: Layer.merge(
        Layer.succeed(Online, Effect.succeed(false)),
        Layer.succeed(RetryPolicy.RetryPolicy, RetryPolicy.none)
      )
    })
    const { current } = await renderAction(device, Password.signIn)
    const result = await act(() => current().run(signIn))
    expect(result).toMatchObject({ ok: false, error: { attempts: 1, reason: { _tag: "Offline" } } })
  })

  it.each([
    {
      what: "dies",
      broken: (defect: Error) => Effect.die(defect)
    },
    {
      what: "throws when it is called",
      broken: (defect: Error): Effect.Effect<never> => {
        throw defect
      }
    }
  ])("notifies of the defect of an operation that $what, and rejects", async ({ broken: breakWith }) => {
    const told: Array<unknown> = []
    const defect = new Error("a bug")
    const device = makeDevice(makeService(), undefined, {
      platform: Notifier.layerCustom((error) => Effect.sync(() => void told.push(error)))
    })
    const { container, current } = await renderAction(device, (): Effect.Effect<never> => breakWith(defect))
    let reason: unknown
    await act(
      () =>
        current()
          .run()
          .catch((error: unknown) => (reason = error)) as Promise<unknown>
    )
    expect(reason).toBe(defect)
    expect(told).toStrictEqual([defect])
    expect(container.textContent).toBe("idle")
  })
})
