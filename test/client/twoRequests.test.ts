/** An operation of two requests goes as one user, and its answer is not lost. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as OwnedProjects from "../../src/client/OwnedProjects.ts"
import * as Passkey from "../../src/client/Passkey.ts"
import * as Teams from "../../src/client/Teams.ts"
import { WebAuthn } from "../../src/platform/page/WebAuthn.ts"
import { TokenStore } from "../../src/token/TokenStore.ts"
import { makeAccessToken, app, page, signedIn } from "../support/appPage.ts"
import { type Answer, broken, json, knownError, network, userJson } from "../support/scriptedNetwork.ts"

const team = {
  id: "6d8f0c1e-6a0b-4a57-9a3c-0d7a9a1f2b3c",
  display_name: "Crew",
  profile_image_url: null,
  client_metadata: null,
  client_read_only_metadata: null
}

const readToken = (headers: Readonly<Record<string, string>>) => headers["x-stack-access-token"]

describe("Teams.create", () => {
  /** Creates a team as ann; something happens before the answer comes. */
  const create = (meanwhile: Effect.Effect<unknown, unknown, TokenStore>, select: Answer) =>
    Effect.gen(function* () {
      let store: TokenStore["Service"] | undefined
      const net = network(({ method }) =>
        method === "POST"
          ? Effect.andThen(
              Effect.orDie(Effect.suspend(() => Effect.provideService(meanwhile, TokenStore, store!))),
              json(team, 201)
            )
          : select
      )
      const created = yield* Effect.gen(function* () {
        store = yield* TokenStore
        yield* signedIn("ann")
        return yield* Teams.create({ displayName: "Crew" })
      }).pipe(Effect.provide(app(net, page("https://app.example.com/"))))
      return { created, sent: net.sent }
    })

  it.effect("selects the team as the same user", () =>
    Effect.gen(function* () {
      const { created, sent } = yield* create(Effect.void, json(userJson))
      expect(created).not.toHaveProperty("selectionError")
      expect(sent.map(({ headers, method }) => [method, readToken(headers)])).toStrictEqual([
        ["POST", makeAccessToken("ann")],
        ["PATCH", makeAccessToken("ann")]
      ])
    })
  )

  it.effect.each([
    ["as another user", signedIn("bob")],
    ["after a sign-out", Effect.flatMap(TokenStore, ({ clear }) => clear)]
  ] as const)("selects nothing %s", ([, other]) =>
    Effect.gen(function* () {
      const { created, sent } = yield* create(other, json(userJson))
      expect(created).toMatchObject({
        displayName: "Crew",
        selectionError: { _tag: "UserAuthenticationRequired" }
      })
      expect(sent).toHaveLength(1)
    })
  )

  it.effect.each([
    [broken, "TransportError"],
    [knownError("TEAM_MEMBERSHIP_NOT_FOUND", 404, { user_id: "u", team_id: team.id }), "TeamMembershipNotFound"],
    [Effect.interrupt, "Interrupted"]
  ] as const)("answers the team whatever happens to the selection: $1", ([select, tag]) =>
    Effect.gen(function* () {
      const { created } = yield* create(Effect.void, select)
      expect(created).toMatchObject({ id: team.id, selectionError: { _tag: tag } })
    })
  )
})

describe("Passkey.register", () => {
  it.effect("does not register for a user who has signed in during the ceremony", () => {
    const net = network(() =>
      json({
        code: "a".repeat(45),
        options_json: {
          rp: { id: "THIS_VALUE_WILL_BE_REPLACED.example.com", name: "App" },
          user: { id: "dQ", name: "ann", displayName: "Ann" },
          challenge: "Yw",
          pubKeyCredParams: []
        }
      })
    )
    return Effect.gen(function* () {
      const store = yield* TokenStore
      yield* signedIn("ann")
      const error = yield* Effect.flip(
        Passkey.register().pipe(
          Effect.provideService(WebAuthn, {
            create: () =>
              Effect.as(
                Effect.orDie(
                  store.set({
                    accessToken: Redacted.make(makeAccessToken("bob")),
                    refreshToken: Redacted.make("refresh-bob")
                  })
                ),
                { id: "x" } as never
              ),
            get: () => Effect.never
          })
        )
      )
      expect(error._tag).toBe("UserAuthenticationRequired")
      expect(net.sent).toHaveLength(1)
    }).pipe(Effect.provide(app(net, page("https://app.example.com/"))))
  })
})

describe("OwnedProjects.create", () => {
  it.effect.each([
    ["only a team is missing", ["body.owner_team_id must be defined"], ["/internal/projects", "/teams"]],
    [
      "something else is wrong, too",
      ["body.owner_team_id must be defined", "body.display_name must not be empty"],
      ["/internal/projects"]
    ]
  ] as const)("makes a team, or none, when %s", ([, violations, expected]) => {
    const net = network(({ template }) => {
      if (template?.endsWith("/teams") === true) return knownError("TEAM_ALREADY_EXISTS", 400)
      const message = ["Request validation failed on POST /api/v1/internal/projects:", ...violations].join("\n  - ")
      return knownError("SCHEMA_ERROR", 400, { message })
    })
    return Effect.gen(function* () {
      yield* signedIn("ann")
      yield* Effect.flip(OwnedProjects.create({ displayName: "Shop" }))
      expect(net.sent.map(({ template }) => template?.replace("/api/v1", ""))).toStrictEqual(expected)
    }).pipe(Effect.provide(app(net, page("https://app.example.com/"))))
  })
})
