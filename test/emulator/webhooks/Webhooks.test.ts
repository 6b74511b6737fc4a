/** Webhooks tell every change once, signed, and are repeated until the receiver takes them. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { Webhook as StandardWebhook } from "standardwebhooks"
import { Webhook as SvixWebhook } from "svix"
import { Emulator, layerFork, type WebhookEndpointOptions } from "../../../src/emulator/index.ts"
import { admin, call, callbackUrl, control, layer, password, server, signUp } from "../../support/emulatorCalls.ts"
import { eventually, turns } from "../../support/turns.ts"
import { type Delivery, webhookReceiver } from "../../support/webhookReceiver.ts"

const secret = `whsec_${Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")}`

/** The clock that verifiers read is the machine's. */
const setClock = Effect.suspend(() => TestClock.setTime(Date.now()))

const provided =
  (webhooks: ReadonlyArray<WebhookEndpointOptions>, config: object = {}) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.andThen(setClock, Effect.provide(effect, layer({ webhooks, project: { config } })))

/** Runs a body at an emulator that sends webhooks to a receiver, which answers with the statuses first. */
const withReceiver = <Step extends Effect.Effect<any, any, any>, A>(
  {
    config,
    statuses = [],
    ...endpoint
  }: Partial<WebhookEndpointOptions> & {
    readonly statuses?: Array<number>
    readonly config?: object
  },
  body: (receiver: Effect.Success<ReturnType<typeof webhookReceiver>>) => Generator<Step, A, never>
) =>
  Effect.flatMap(webhookReceiver(...statuses), (receiver) =>
    Effect.gen(() => body(receiver)).pipe(provided([{ secret, ...endpoint, url: receiver.url }], config))
  )

const readType = ({ body }: Delivery): string => JSON.parse(body).type

const readHeaders = ({ headers }: Delivery): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

/** Waits until the emulator has noted so many tries, which is after the endpoint has seen them. */
const attempts = (count: number) =>
  Effect.gen(function* () {
    const { webhooks } = yield* Emulator
    return yield* eventually(webhooks.attempts, ({ length }) => length >= count)
  })

describe("webhooks", () => {
  it.effect("are signed so that the libraries of receivers verify them", () =>
    withReceiver({}, function* ({ received }) {
      const { user_id } = yield* signUp("ann@example.org")
      const [delivery] = yield* received(1)
      const headers = readHeaders(delivery!)
      const expected = (yield* call("GET", `/users/${user_id}`, server)).body
      const { last_active_at_millis: _, ...user } = expected
      expect(JSON.parse(delivery!.body)).toMatchObject({ type: "user.created", data: user })
      for (const webhook of [new StandardWebhook(secret), new SvixWebhook(secret)]) {
        webhook.verify(delivery!.body, headers)
        expect(() => webhook.verify(`${delivery!.body} `, headers)).toThrow("signature")
        const late = { ...headers, "svix-timestamp": "1", "webhook-timestamp": "1" }
        expect(() => webhook.verify(delivery!.body, late)).toThrow("timestamp")
      }
      expect(headers["webhook-id"]).toMatch(/^msg_[0-9a-z]{27}$/)
      expect(headers["svix-id"]).toBe(headers["webhook-id"])
      expect(headers["content-type"]).toBe("application/json")
      expect(Object.keys(headers).filter((name) => /trace|b3|authorization|cookie/.test(name))).toStrictEqual([])
    })
  )

  it.effect("generate a secret where none is given, and show it to nobody else", () =>
    withReceiver({ secret: undefined }, function* ({ received }) {
      yield* signUp("ann@example.org")
      const [delivery] = yield* received(1)
      const [endpoint] = (yield* Emulator).webhooks.endpoints
      const text = Redacted.value(endpoint!.secret)
      expect(text).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
      new StandardWebhook(text).verify(delivery!.body, readHeaders(delivery!))
      expect(JSON.stringify(endpoint)).not.toContain(text)
    })
  )

  describe("webhooks of changes", () => {
    interface Reports {
      readonly ann: string
      readonly token: string
      /** Waits for deliveries of these types, and fails if others come. */
      readonly seen: (...expected: ReadonlyArray<string>) => Effect.Effect<number>
      /** The data of the last delivery of a type. */
      readonly readData: (type: string) => unknown
    }

    /** Makes changes at an emulator that has told of its first user. */
    const reporting = <E>(changes: (reports: Reports) => Effect.Effect<void, E, Emulator>) =>
      Effect.gen(function* () {
        const { deliveries, received, url } = yield* webhookReceiver()
        let count = 0
        const seen = Effect.fnUntraced(function* (...expected: ReadonlyArray<string>) {
          yield* received(count + expected.length)
          const types = deliveries.slice(count).map(readType)
          expect(types.toSorted()).toStrictEqual(expected.toSorted())
          return (count = deliveries.length)
        })
        const readData = (type: string): unknown =>
          JSON.parse(deliveries.findLast((delivery) => readType(delivery) === type)!.body).data
        yield* Effect.gen(function* () {
          const { access_token: token, user_id: ann } = yield* signUp("ann@example.org")
          yield* seen("user.created")
          yield* changes({ ann, token, seen, readData })
        }).pipe(provided([{ url, secret }]))
      }).pipe(Effect.scoped)

    const createTeam = (creator: string) =>
      Effect.map(
        call("POST", "/teams", { ...server, body: { display_name: "Crew", creator_user_id: creator } }),
        ({ body }): string => body.id
      )

    it.effect("report each change of a user once", () =>
      reporting(
        Effect.fnUntraced(function* ({ ann, readData, seen, token }) {
          yield* call("PATCH", `/users/${ann}`, {
            ...server,
            body: { display_name: "Ann", primary_email: "ann@example.com", primary_email_verified: true }
          })
          yield* seen("user.updated")
          expect(readData("user.updated")).toMatchObject({
            id: ann,
            display_name: "Ann",
            primary_email: "ann@example.com"
          })
          yield* call("PATCH", "/users/me", { token, body: {} })
          yield* seen("user.updated")
        })
      )
    )

    it.effect("report each change of a team once", () =>
      reporting(
        Effect.fnUntraced(function* ({ ann, readData, seen }) {
          const team = yield* createTeam(ann)
          // That its creator is in it, as its admin, goes without saying.
          yield* seen("team.created")
          expect(readData("team.created")).toMatchObject({ id: team, display_name: "Crew", server_metadata: null })
          yield* call("PATCH", `/teams/${team}`, { ...server, body: { display_name: "Club" } })
          yield* seen("team.updated")
          expect(readData("team.updated")).toMatchObject({ id: team, display_name: "Club" })
          yield* call("DELETE", `/teams/${team}`, server)
          yield* seen("team.deleted")
          expect(readData("team.deleted")).toStrictEqual({ id: team })
        })
      )
    )

    it.effect("report each granted and revoked permission once", () =>
      reporting(
        Effect.fnUntraced(function* ({ ann, readData, seen }) {
          const permission = `/team-permissions/${yield* createTeam(ann)}/${ann}/$read_members`
          yield* seen("team.created")
          yield* call("POST", permission, { ...server, body: {} })
          // What is there already is no change.
          yield* call("POST", permission, { ...server, body: {} })
          yield* call("DELETE", permission, server)
          yield* seen("team_permission.created", "team_permission.deleted")
          yield* call("POST", "/project-permission-definitions", { ...admin, body: { id: "boss" } })
          yield* call("POST", `/project-permissions/${ann}/boss`, { ...server, body: {} })
          yield* call("DELETE", `/project-permissions/${ann}/boss`, server)
          yield* seen("project_permission.created", "project_permission.deleted")
          expect(readData("project_permission.deleted")).toStrictEqual({ id: "boss", user_id: ann })
        })
      )
    )

    it.effect("report each membership once", () =>
      reporting(
        Effect.fnUntraced(function* ({ ann, readData, seen }) {
          const team = yield* createTeam(ann)
          yield* seen("team.created")
          yield* call("DELETE", `/team-memberships/${team}/${ann}`, server)
          yield* seen("team_membership.deleted")
          yield* call("POST", `/team-memberships/${team}/${ann}`, { ...server, body: {} })
          yield* seen("team_membership.created", "team_permission.created")
          expect(readData("team_membership.created")).toStrictEqual({ team_id: team, user_id: ann })
          expect(readData("team_permission.created")).toStrictEqual({ id: "team_member", team_id: team, user_id: ann })
        })
      )
    )

    it.effect("report a deleted user after their memberships", () =>
      reporting(
        Effect.fnUntraced(function* ({ ann, readData, seen }) {
          const team = yield* createTeam(ann)
          yield* seen("team.created")
          yield* call("DELETE", `/users/${ann}`, server)
          const count = yield* seen("team_membership.deleted", "user.deleted")
          expect((yield* attempts(count)).slice(-2).map(({ type }) => type)).toStrictEqual([
            "team_membership.deleted",
            "user.deleted"
          ])
          expect(readData("user.deleted")).toStrictEqual({ id: ann, teams: [{ id: team }] })
        })
      )
    )
  })

  it.effect("do not report reads, refreshes or a change that was undone", () =>
    withReceiver({}, function* ({ deliveries, received }) {
      const { access_token: token, refresh_token } = yield* signUp("ann@example.org")
      yield* received(1)
      // Refused after the user was written: the transaction takes it back.
      const taken = { primary_email: "ann@example.org", primary_email_auth_enabled: true }
      expect((yield* call("POST", "/users", { ...server, body: taken })).status).toBe(409)
      yield* call("GET", "/users/me", { token })
      yield* call("POST", "/auth/sessions/current/refresh", { headers: { "x-stack-refresh-token": refresh_token } })
      yield* call("POST", "/users", { ...server, body: { display_name: "Last" } })
      yield* received(2)
      expect(deliveries.map((delivery) => JSON.parse(delivery.body).data.display_name)).toStrictEqual([null, "Last"])
    })
  )

  it.effect("report requested updates of users, and no other changes to them", () =>
    withReceiver({}, function* ({ deliveries, received }) {
      const { access_token: token, user_id: ann } = yield* signUp("ann@example.org")
      yield* received(1)
      const { mailbox } = yield* Emulator
      const verification = yield* mailbox.take({ to: "ann@example.org" })
      yield* call("POST", "/contact-channels/verify", { body: { code: verification.code } })
      const change = { old_password: password, new_password: "another password" }
      expect((yield* call("POST", "/auth/password/update", { token, body: change })).status).toBe(200)
      const channel = { user_id: ann, type: "email", value: "more@example.org", used_for_auth: false }
      expect((yield* call("POST", "/contact-channels", { ...server, body: channel })).status).toBe(201)
      const reset = { email: "ann@example.org", callback_url: callbackUrl }
      yield* call("POST", "/auth/password/send-reset-code", { body: reset })
      const { code } = yield* mailbox.take({ to: "ann@example.org" })
      // The service resets a password by updating the user.
      expect((yield* call("POST", "/auth/password/reset", { body: { code, password } })).status).toBe(200)
      const guest = (yield* call("POST", "/auth/anonymous/sign-up")).body
      const account = { email: "bob@example.org", password, verification_callback_url: callbackUrl }
      yield* call("POST", "/auth/password/sign-up", { token: guest.access_token, body: account })
      yield* call("POST", "/users", { ...server, body: {} })
      yield* received(5)
      expect(deliveries.map(readType).toSorted()).toStrictEqual([
        "user.created",
        "user.created",
        "user.created",
        "user.updated",
        "user.updated"
      ])
    })
  )

  it.effect("report a new user without their team, and no default grants", () =>
    withReceiver(
      { config: { createTeamOnSignUp: true, userDefaultPermissions: [] } },
      function* ({ deliveries, received }) {
        const { user_id } = yield* signUp("ann@example.org")
        yield* call("POST", "/project-permission-definitions", { ...admin, body: { id: "boss" } })
        yield* call("POST", `/project-permissions/${user_id}/boss`, { ...server, body: {} })
        yield* call("DELETE", "/project-permission-definitions/boss", admin)
        yield* call("POST", "/teams", { ...server, body: { display_name: "Last" } })
        yield* received(4)
        expect(deliveries.map(readType).toSorted()).toStrictEqual([
          "project_permission.created",
          "team.created",
          "team.created",
          "user.created"
        ])
        const created = deliveries.find((delivery) => readType(delivery) === "user.created")
        expect(JSON.parse(created!.body).data).toMatchObject({ selected_team_id: null, selected_team: null })
        expect((yield* call("GET", `/users/${user_id}`, server)).body.selected_team_id).not.toBeNull()
      }
    )
  )

  it.effect("go to the endpoints that subscribed to them", () =>
    Effect.gen(function* () {
      const teams = yield* webhookReceiver()
      const everything = yield* webhookReceiver()
      const others = yield* webhookReceiver()
      yield* Effect.gen(function* () {
        yield* call("POST", "/users", { ...server, body: {} })
        yield* call("POST", "/teams", { ...server, body: { display_name: "Crew" } })
        yield* everything.received(2)
        yield* teams.received(1)
        const [first, second] = everything.deliveries
        const created = [first!, second!].find((delivery) => readType(delivery) === "team.created")
        expect(teams.deliveries[0]?.headers["webhook-id"]).toBe(created?.headers["webhook-id"])
        expect(teams.deliveries.map(readType)).toStrictEqual(["team.created"])
        expect(others.deliveries).toStrictEqual([])
      }).pipe(
        provided([
          { url: teams.url, events: ["team.created"] },
          { url: everything.url },
          { url: others.url, projectId: "internal" }
        ])
      )
    })
  )

  it.effect("are retried at growing intervals, then given up", () =>
    withReceiver({ statuses: [500, 302, 404, 500, 500, 500, 500, 500] }, function* ({ deliveries, received }) {
      const start = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
      yield* call("POST", "/users", { ...server, body: {} })
      yield* attempts(1)
      const delays = ["5 seconds", "5 minutes", "30 minutes", "2 hours", "5 hours", "10 hours", "10 hours"] as const
      for (const [index, delay] of delays.entries()) {
        yield* TestClock.adjust(delay)
        yield* received(index + 2)
        yield* attempts(index + 2)
      }
      yield* TestClock.adjust("10 days")
      const tries = yield* attempts(8)
      expect(deliveries).toHaveLength(8)
      expect(
        tries.map(({ at, attempt, delivered, status }) => [attempt, status, delivered, (at - start) / 1000])
      ).toStrictEqual([
        [1, 500, false, 0],
        [2, 302, false, 5],
        [3, 404, false, 305],
        [4, 500, false, 2_105],
        [5, 500, false, 9_305],
        [6, 500, false, 27_305],
        [7, 500, false, 63_305],
        [8, 500, false, 99_305]
      ])
      expect(new Set(deliveries.map(({ headers }) => headers["webhook-id"])).size).toBe(1)
      const stamps = deliveries.map(({ headers }) => Number(headers["webhook-timestamp"]))
      expect(stamps[1]! - stamps[0]!).toBe(5)
    })
  )

  it.effect("are dropped with their endpoint while they wait", () =>
    Effect.gen(function* () {
      const { clock, webhooks } = yield* Emulator
      yield* control("POST", "receiver", { status: 500 })
      yield* call("POST", "/users", { ...server, body: {} })
      yield* attempts(1)
      yield* control("DELETE", `webhook-endpoints/${webhooks.endpoints[0]?.id}`)
      yield* clock.advance("1 hour")
      yield* turns(50)
      expect(yield* webhooks.attempts).toHaveLength(1)
    }).pipe(provided([{ url: "emulator:receiver" }]))
  )

  it.effect("are tried by one emulator, not by its forks, which announce what happens in them", () =>
    withReceiver({ statuses: [500] }, function* ({ deliveries, received }) {
      yield* call("POST", "/users", { ...server, body: { display_name: "Before" } })
      yield* attempts(1)
      yield* Effect.gen(function* () {
        const { clock, reset, webhooks } = yield* Emulator
        expect(yield* webhooks.attempts).toHaveLength(1)
        yield* clock.advance("1 hour")
        yield* reset
        yield* clock.advance("1 hour")
        yield* call("POST", "/users", { ...server, body: { display_name: "In the fork" } })
        yield* attempts(2)
      }).pipe(Effect.provide(layerFork))
      yield* (yield* Emulator).clock.advance("5 seconds")
      yield* received(3)
      const told = deliveries.map(({ body }) => JSON.parse(body).data.display_name)
      expect(told).toStrictEqual(["Before", "In the fork", "Before"])
    })
  )

  it.effect("end with a success, and appear in the log without private data", () =>
    withReceiver({ statuses: [503] }, function* ({ received, url }) {
      const { projectId } = (yield* Emulator).project ?? { projectId: "" }
      yield* call("POST", "/users", { ...server, body: {} })
      yield* attempts(1)
      yield* TestClock.adjust("5 seconds")
      yield* received(2)
      const tries = yield* attempts(2)
      expect(tries[1]).toStrictEqual({
        at: expect.any(Number),
        messageId: tries[0]?.messageId,
        type: "user.created",
        projectId,
        url: url.slice(0, url.indexOf("?")),
        attempt: 2,
        status: 200,
        delivered: true,
        requestId: expect.any(String)
      })
      expect((yield* control("GET", "webhooks")).body).toStrictEqual(JSON.parse(JSON.stringify(tries)))
    })
  )

  it.effect("never delay an answer, whatever the receiver does", () =>
    Effect.gen(function* () {
      // Nothing listens there; the answer does not wait for that to be found out.
      const made = yield* call("POST", "/users", { ...server, body: {} })
      expect(made.status).toBe(201)
      const [first] = yield* attempts(1)
      expect(first).toMatchObject({ status: undefined, delivered: false })
    }).pipe(provided([{ url: "http://127.0.0.1:1/" }]))
  )

  it.effect("refuse endpoints that cannot be reached or protected", () =>
    Effect.gen(function* () {
      const bad: ReadonlyArray<WebhookEndpointOptions> = [
        { url: "ftp://example.org" },
        { url: "https://user:pass@example.org" },
        { url: "nonsense" },
        { url: "https://example.org", secret: "" },
        { url: "https://example.org", secret: "whsec_" },
        { url: "https://example.org", secret: "whsec_c2hvcnQ=" },
        { url: "https://example.org", secret: "not base64 at all" }
      ]
      for (const endpoint of bad) {
        const exit = yield* Effect.exit(Effect.provide(Effect.void, layer({ webhooks: [endpoint] })))
        expect(exit._tag, JSON.stringify(endpoint)).toBe("Failure")
      }
    })
  )

  it.effect("can be sent to one endpoint as a test, immediately and once", () =>
    Effect.gen(function* () {
      const good = yield* webhookReceiver()
      const other = yield* webhookReceiver()
      const test = (endpoint_id: string) =>
        call("POST", "/internal/send-test-webhook", { ...admin, body: { endpoint_id } })
      yield* Effect.gen(function* () {
        const { webhooks } = yield* Emulator
        const [made, down, elsewhere] = webhooks.endpoints
        expect(made!.id).toMatch(/^ep_[0-9a-z]{27}$/)
        const answer = yield* test(made!.id)
        expect({ status: answer.status, body: answer.body }).toStrictEqual({ status: 200, body: { success: true } })
        const [delivery] = good.deliveries
        new StandardWebhook(secret).verify(delivery!.body, readHeaders(delivery!))
        expect(JSON.parse(delivery!.body)).toStrictEqual({
          type: "stack.test",
          data: { message: expect.any(String), endpointUrl: good.url }
        })
        expect((yield* test(down!.id)).body).toStrictEqual({
          success: false,
          error_message: "The endpoint http://127.0.0.1:1/ did not answer."
        })
        for (const unknown of [elsewhere!.id, "ep_unknown"]) {
          expect((yield* test(unknown)).body, unknown).toStrictEqual({
            success: false,
            error_message: "There is no endpoint with this id."
          })
        }
        expect(yield* webhooks.attempts).toMatchObject([
          { type: "stack.test", attempt: 1, delivered: true },
          { type: "stack.test", attempt: 1, delivered: false }
        ])
        const asServer = yield* call("POST", "/internal/send-test-webhook", {
          ...server,
          body: { endpoint_id: made!.id }
        })
        expect(asServer.knownError).toBe("INSUFFICIENT_ACCESS_TYPE")
      }).pipe(
        provided([
          { url: good.url, secret, events: ["team.created"] },
          { url: "http://127.0.0.1:1/", id: "ep_down" },
          { url: other.url, projectId: "internal" }
        ])
      )
      expect({ good: good.deliveries.length, other: other.deliveries.length }).toStrictEqual({ good: 1, other: 0 })
    })
  )

  it.effect("record the answer of an endpoint that refuses them", () =>
    withReceiver({ id: "ep_mine", statuses: [503], secret: undefined }, function* () {
      const body = { endpoint_id: "ep_mine" }
      const answer = yield* call("POST", "/internal/send-test-webhook", { ...admin, body })
      expect(answer.body.error_message).toMatch(/^The endpoint .*\/hook answered with status 503\.$/)
    })
  )

  it.effect("offer a token for a webhook service", () =>
    Effect.gen(function* () {
      const { body, status } = yield* call("POST", "/webhooks/svix-token", { ...admin, body: {} })
      expect({ status, body }).toStrictEqual({
        status: 201,
        body: { token: expect.stringMatching(/^appsk_[\w-]{32}$/) }
      })
    }).pipe(Effect.provide(layer()))
  )
})
