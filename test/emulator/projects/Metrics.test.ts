/** Metrics count what happened in the project, by day. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { Emulator } from "../../../src/emulator/index.ts"
import { admin, call, layer, mailsTo, refresh, signUp } from "../../support/emulatorCalls.ts"

const metrics = Effect.map(call("GET", "/internal/metrics", admin), ({ body }) => body)

const activity = (entries: ReadonlyArray<{ readonly date: string; readonly activity: number }>) =>
  Object.fromEntries(entries.filter((entry) => entry.activity > 0).map((entry) => [entry.date, entry.activity]))

const emails = (users: ReadonlyArray<{ readonly primary_email: string }>) => users.map((user) => user.primary_email)

describe("metrics", () => {
  it.effect("are zeros for an empty project", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2025, 5, 19, 12))
      const body = yield* metrics
      expect(body).toMatchObject({
        total_users: 0,
        users_by_country: {},
        recently_registered: [],
        recently_active: [],
        login_methods: []
      })
      const days = Array.from({ length: 31 }, (_, day) => ({
        date: new Date(Date.UTC(2025, 4, 20 + day)).toISOString().slice(0, 10),
        activity: 0
      }))
      expect(body).toMatchObject({ daily_users: days, daily_active_users: days })
    }).pipe(Effect.provide(layer()))
  )

  it.effect("count what happened, by day", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2025, 5, 19, 12))
      const ann = yield* signUp("ann@example.org")
      yield* signUp("bob@example.org")
      yield* refresh(ann.refresh_token)
      yield* TestClock.adjust("2 days")
      yield* refresh(ann.refresh_token)
      yield* call("POST", "/users", {
        level: "server",
        body: { primary_email: "eve@example.org", oauth_providers: [{ id: "github", account_id: "1", email: null }] }
      })
      const body = yield* metrics
      const [ofAnn, ofBob, ofEve] = ["ann", "bob", "eve"].map((name) => ({ primary_email: `${name}@example.org` }))
      expect(body).toMatchObject({
        total_users: 3,
        recently_registered: [{ ...ofEve, server_metadata: null }, ofBob, ofAnn],
        recently_active: [ofEve, ofAnn, ofBob],
        login_methods: [
          { method: "password", count: 2 },
          { method: "github", count: 1 }
        ]
      })
      expect(activity(body.daily_users)).toStrictEqual({ "2025-06-19": 2, "2025-06-21": 1 })
      expect(activity(body.daily_active_users)).toStrictEqual({ "2025-06-19": 2, "2025-06-21": 1 })
      yield* TestClock.adjust("29 days")
      const later = yield* metrics
      expect(activity(later.daily_users)).toStrictEqual({ "2025-06-21": 1 })
    }).pipe(Effect.provide(layer({ project: { config: { oauthProviders: [{ id: "github", type: "shared" }] } } })))
  )

  it.effect("name the ten newest mails, in the current service", () =>
    Effect.gen(function* () {
      for (let n = 0; n < 11; n++) {
        yield* TestClock.adjust(1)
        yield* signUp(`user${n}@example.org`)
        yield* mailsTo(`user${n}@example.org`)
      }
      const mails = (yield* metrics).email_overview.recent_emails
      const mail = { id: expect.any(String), subject: "Verify your email at Development", status: "sent" }
      expect(mails).toStrictEqual(Array.from({ length: 10 }, () => mail))
      expect(new Set(mails.map(({ id }: { readonly id: string }) => id)).size).toBe(10)
    }).pipe(Effect.provide(layer({ service: "current" })))
  )

  it.effect("show five users at most, and those of the project only", () =>
    Effect.gen(function* () {
      const { internal } = yield* Emulator
      for (let i = 0; i < 7; i++) yield* signUp(`user${i}@example.org`)
      yield* signUp("dev@example.org", { project: internal })
      const body = yield* metrics
      expect(emails(body.recently_registered)).toStrictEqual([6, 5, 4, 3, 2].map((index) => `user${index}@example.org`))
      expect(body.recently_active).toHaveLength(5)
      expect(body.total_users).toBe(7)
    }).pipe(Effect.provide(layer()))
  )
})

describe("overviews", () => {
  it.effect("count what happened", () =>
    Effect.gen(function* () {
      const ann = yield* signUp("ann@example.org")
      yield* mailsTo("ann@example.org")
      yield* call("POST", "/users", {
        level: "server",
        body: { primary_email: "b@example.org", primary_email_verified: true }
      })
      yield* call("POST", "/teams", { level: "server", body: { display_name: "Crew", creator_user_id: ann.user_id } })
      const { analytics_overview, auth_overview, email_overview, payments_overview } = yield* metrics
      expect(auth_overview).toMatchObject({
        verified_users: 1,
        unverified_users: 1,
        anonymous_users: 0,
        total_teams: 1,
        mau: 1
      })
      expect(email_overview).toMatchObject({ total_emails: 1, emails_sent: 1, deliverability_rate: 100 })
      const { daily_active_teams_split, daily_active_users_split } = auth_overview
      const days: ReadonlyArray<ReadonlyArray<{ readonly activity: number }>> = [
        daily_active_users_split.total,
        daily_active_users_split.new,
        daily_active_users_split.retained,
        daily_active_teams_split.total,
        email_overview.daily_emails,
        analytics_overview.daily_visitors,
        payments_overview.daily_subscriptions
      ]
      expect(days.map(({ length }) => length)).toStrictEqual(Array(7).fill(31))
      expect(days.map((each) => each.at(-1)?.activity)).toStrictEqual([1, 1, 0, 1, 1, 0, 0])
    }).pipe(Effect.provide(layer({ service: "current" })))
  )

  it.effect("tell who came back from one day to the next, and who after a while", () =>
    Effect.gen(function* () {
      const { clock } = yield* Emulator
      const { refresh_token } = yield* signUp("ann@example.org")
      const visit = call("POST", "/auth/sessions/current/refresh", {
        headers: { "x-stack-refresh-token": refresh_token }
      })
      for (const days of ["1 day", "5 days"] as const) {
        yield* clock.advance(days)
        expect((yield* visit).status, days).toBe(200)
      }
      const body = yield* metrics
      const { new: fresh, reactivated, retained } = body.auth_overview.daily_active_users_split
      const active = (days: ReadonlyArray<{ readonly activity: number }>) =>
        days.map(({ activity }) => activity).slice(-7)
      expect(active(fresh)).toStrictEqual([1, 0, 0, 0, 0, 0, 0])
      expect(active(retained)).toStrictEqual([0, 1, 0, 0, 0, 0, 0])
      expect(active(reactivated)).toStrictEqual([0, 0, 0, 0, 0, 0, 1])
    }).pipe(Effect.provide(layer({ service: "current" })))
  )

  it.effect("are not there in 2025-06", () =>
    Effect.gen(function* () {
      const body = yield* metrics
      expect(Object.keys(body).filter((name) => name.endsWith("_overview"))).toStrictEqual([])
    }).pipe(Effect.provide(layer({ service: "2025-06" })))
  )
})
