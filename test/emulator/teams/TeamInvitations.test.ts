/** An invitation makes one membership, and is worth nothing without its team. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Emulator } from "../../../src/emulator/index.ts"
import { admin, call, layer, mailsTo, server, signUp } from "../../support/emulatorCalls.ts"
import { crew, grant, held, type Person, person, revoke, teamLayer } from "../../support/people.ts"
import { unknownId } from "../../support/unknownId.ts"

const callbackUrl = "http://localhost:3000/join?from=mail"

const send = (teamId: string, email: string, options: Parameters<typeof call>[2] = {}, callback_url = callbackUrl) =>
  call("POST", "/team-invitations/send-code", { ...options, body: { team_id: teamId, email, callback_url } })

/** Invites an address and answers the code of the mail. */
const invite = Effect.fnUntraced(function* (teamId: string, email: string) {
  yield* send(teamId, email, server)
  return (yield* mailsTo(email)).at(-1)?.code ?? ""
})

const accept = (code: string, token?: string) => call("POST", "/team-invitations/accept", { token, body: { code } })

const check = (code: string) => call("POST", "/team-invitations/accept/check-code", { body: { code } })

const details = (code: string, token?: string) =>
  call("POST", "/team-invitations/accept/details", { token, body: { code } })

const list = (teamId: string, options: Parameters<typeof call>[2]) =>
  call("GET", `/team-invitations?team_id=${teamId}`, options)

const withdraw = (teamId: string, id: string, options: Parameters<typeof call>[2]) =>
  call("DELETE", `/team-invitations/${id}?team_id=${teamId}`, options)

const isMember = (teamId: string, { id }: Person) =>
  Effect.map(call("GET", `/team-member-profiles/${teamId}/${id}`, server), (answer) => answer.status === 200)

describe("an invitation", () => {
  it.effect("may be one of several to the same address, each on its own", () =>
    Effect.gen(function* () {
      const { outsider, team } = yield* crew
      const first = yield* invite(team, "bob@example.org")
      const second = yield* invite(team, "bob@example.org")
      expect((yield* list(team, server)).body.items).toHaveLength(2)
      yield* accept(first, outsider.token)
      expect((yield* check(second)).status).toBe(200)
      // Who is in already is not added again, and keeps the permissions that they have now.
      yield* revoke(team, outsider, "team_member")
      expect((yield* accept(second, outsider.token)).status).toBe(200)
      expect(yield* held(team, outsider)).toStrictEqual([])
    }).pipe(Effect.provide(teamLayer()))
  )

  it.effect("is accepted for one of 50 concurrent users, and makes one membership", () =>
    Effect.gen(function* () {
      const { outsider, team } = yield* crew
      const shared = yield* invite(team, "bob@example.org")
      const people = yield* Effect.forEach(
        Array.from({ length: 5 }, (_, index) => index),
        (index) => person(`guest${index}`)
      )
      const race = yield* Effect.all(
        Array.from({ length: 50 }, (_, index) => accept(shared, people[index % 5]?.token)),
        { concurrency: "unbounded" }
      )
      expect(race.filter((answer) => answer.status === 200)).toHaveLength(1)
      expect(race.filter((answer) => answer.knownError === "VERIFICATION_CODE_ALREADY_USED")).toHaveLength(49)
      const members = yield* Effect.forEach(people, (one) => isMember(team, one))
      expect(members.filter(Boolean)).toHaveLength(1)

      const codes = yield* Effect.forEach(Array.from({ length: 50 }), () => invite(team, "bob@example.org"))
      const own = yield* Effect.all(
        codes.map((code) => accept(code, outsider.token)),
        { concurrency: "unbounded" }
      )
      expect(own.every((answer) => answer.status === 200)).toBe(true)
      const profiles = yield* call("GET", `/team-member-profiles?team_id=${team}&user_id=${outsider.id}`, server)
      expect(profiles.body.items).toHaveLength(1)
      expect(yield* held(team, outsider)).toStrictEqual(["team_member"])
    }).pipe(Effect.provide(teamLayer()))
  )

  it.effect("is spent when nobody is signed in, but not by asking for its details", () =>
    Effect.gen(function* () {
      const { outsider, team } = yield* crew
      const code = yield* invite(team, "bob@example.org")
      const asked = yield* details(code)
      expect(asked).toMatchObject({ status: 401, knownError: "USER_AUTHENTICATION_REQUIRED" })
      expect((yield* check(code)).status).toBe(200)
      expect((yield* accept(code)).knownError).toBe("USER_AUTHENTICATION_REQUIRED")
      expect((yield* accept(code, outsider.token)).knownError).toBe("VERIFICATION_CODE_ALREADY_USED")
    }).pipe(Effect.provide(teamLayer()))
  )

  it.effect("is invalid without its team, when withdrawn, or in another project", () =>
    Effect.gen(function* () {
      const { otherTeam, outsider, owner, team } = yield* crew
      const code = yield* invite(team, "bob@example.org")
      const { internal } = yield* Emulator
      const elsewhere = yield* call("POST", "/team-invitations/accept/check-code", {
        project: internal,
        body: { code }
      })
      expect(elsewhere.knownError).toBe("VERIFICATION_CODE_NOT_FOUND")
      const { body } = yield* list(team, server)
      const gone = yield* withdraw(team, body.items[0].id, { token: owner.token })
      expect({ status: gone.status, body: gone.body }).toStrictEqual({ status: 200, body: { success: true } })

      const orphan = yield* invite(otherTeam, "bob@example.org")
      yield* call("DELETE", `/teams/${otherTeam}`, server)
      for (const dead of [code, orphan, "0".repeat(45)]) {
        const answers = [yield* check(dead), yield* details(dead, owner.token), yield* accept(dead, outsider.token)]
        const notFound = { status: 404, knownError: "VERIFICATION_CODE_NOT_FOUND" }
        expect(answers, dead).toMatchObject([notFound, notFound, notFound])
      }
    }).pipe(Effect.provide(teamLayer()))
  )

  it.effect.each(["", "short", "0".repeat(46)])("is refused if it is malformed: %j", (malformed) =>
    Effect.gen(function* () {
      const { outsider } = yield* crew
      expect((yield* accept(malformed, outsider.token)).knownError).toBe("SCHEMA_ERROR")
    }).pipe(Effect.provide(teamLayer()))
  )
})

describe("inviting", () => {
  it.effect("checks the callback URL before anything else, and leaves nothing behind", () =>
    Effect.gen(function* () {
      const { outsider, owner, team } = yield* crew
      for (const options of [{ token: owner.token }, { token: outsider.token }, {}, server, admin]) {
        for (const teamId of [team, unknownId]) {
          const refused = yield* send(teamId, "bob@example.org", options, "https://evil.example.com/")
          expect(refused, `${JSON.stringify(options)} ${teamId}`).toMatchObject({
            status: 400,
            knownError: "REDIRECT_URL_NOT_WHITELISTED"
          })
        }
      }
      expect(yield* mailsTo("bob@example.org")).toStrictEqual([])
      expect((yield* list(team, server)).body.items).toStrictEqual([])
      for (const body of [
        { team_id: team, email: "bob", callback_url: callbackUrl },
        { team_id: team, email: "bob@example.org", callback_url: "/join" },
        { team_id: team, email: "bob@example.org" }
      ]) {
        const malformed = yield* call("POST", "/team-invitations/send-code", { ...server, body })
        expect(malformed.knownError, JSON.stringify(body)).toBe("SCHEMA_ERROR")
      }
    }).pipe(Effect.provide(teamLayer()))
  )
})

describe("a received invitation", () => {
  it.effect("is accepted by one of concurrent requests, whatever the case of its address", () =>
    Effect.gen(function* () {
      const { member, team } = yield* crew
      yield* call("DELETE", `/team-memberships/${team}/${member.id}`, server)
      yield* call("PATCH", `/users/${member.id}`, {
        ...server,
        body: { primary_email: "bob@example.org", primary_email_verified: true }
      })
      yield* invite(team, "Bob@Example.org")
      const { items } = (yield* call("GET", "/team-invitations?user_id=me", { token: member.token })).body
      expect(items).toHaveLength(1)
      const answers = yield* Effect.forEach(
        [1, 2, 3, 4],
        () => call("POST", `/team-invitations/${items[0].id}/accept?user_id=me`, { token: member.token }),
        { concurrency: "unbounded" }
      )
      expect(answers.map(({ status }) => status).toSorted()).toStrictEqual([200, 404, 404, 404])
      expect(yield* isMember(team, member)).toBe(true)
    }).pipe(Effect.provide(teamLayer()))
  )
})

describe("pending invitations", () => {
  it.effect("are listed to those who may read members and invite", () =>
    Effect.gen(function* () {
      const { member, outsider, team } = yield* crew
      yield* revoke(team, member, "team_member")
      const refusal = (options: Parameters<typeof call>[2]) =>
        Effect.map(list(team, options), ({ body, knownError }) => body.details?.permission_id ?? knownError)
      const own = { token: member.token }
      expect(yield* refusal(own)).toBe("$read_members")
      yield* grant(team, member, "$read_members")
      expect(yield* refusal(own)).toBe("$invite_members")
      yield* grant(team, member, "$invite_members")
      expect((yield* list(team, own)).body).toStrictEqual({ items: [], is_paginated: false })
      expect(yield* refusal({ token: outsider.token })).toBe("TEAM_MEMBERSHIP_NOT_FOUND")
      expect(yield* refusal({})).toBe("CANNOT_GET_OWN_USER_WITHOUT_USER")
      expect((yield* list(unknownId, server)).knownError).toBe("TEAM_NOT_FOUND")
      const without = yield* call("GET", "/team-invitations", server)
      expect(without).toMatchObject({ status: 400, text: "A request names either team_id or user_id, and not both." })
    }).pipe(Effect.provide(teamLayer()))
  )

  it.effect("are withdrawn only by members of the team who may remove others", () =>
    Effect.gen(function* () {
      const { member, otherTeam, outsider, owner, team } = yield* crew
      yield* invite(team, "bob@example.org")
      const { id } = (yield* list(team, server)).body.items[0]
      expect({
        member: yield* withdraw(team, id, { token: member.token }),
        outsider: yield* withdraw(team, id, { token: outsider.token }),
        nobody: yield* withdraw(team, id, {}),
        unknownTeam: yield* withdraw(unknownId, id, server)
      }).toMatchObject({
        member: { body: { details: { permission_id: "$remove_members" } } },
        outsider: { knownError: "TEAM_MEMBERSHIP_NOT_FOUND" },
        nobody: { knownError: "CANNOT_GET_OWN_USER_WITHOUT_USER" },
        unknownTeam: { knownError: "TEAM_NOT_FOUND" }
      })
      // An admin of one team cannot reach into another by naming their own.
      for (const options of [{ token: outsider.token }, server]) {
        const foreign = yield* withdraw(otherTeam, id, options)
        expect(foreign, JSON.stringify(options)).toMatchObject({
          status: 404,
          knownError: "VERIFICATION_CODE_NOT_FOUND"
        })
      }
      expect((yield* withdraw(team, id, { token: owner.token })).status).toBe(200)
      const again = yield* withdraw(team, id, { token: owner.token })
      expect(again).toMatchObject({ status: 404, knownError: "VERIFICATION_CODE_NOT_FOUND" })
    }).pipe(Effect.provide(teamLayer()))
  )

  it.effect.each([
    ["2025-06", "SCHEMA_ERROR"],
    ["current", undefined]
  ] as const)("are withdrawn only from a team that the request names: $0", ([service, knownError]) =>
    Effect.gen(function* () {
      const answer = yield* call("DELETE", `/team-invitations/${unknownId}`, server).pipe(
        Effect.provide(layer({ service }))
      )
      expect(answer).toMatchObject({ status: 400, knownError })
      expect(answer.text).toContain("team_id")
    })
  )
})

describe("an invitation of the current service", () => {
  const invited = Effect.gen(function* () {
    const team = yield* call("POST", "/teams", { level: "server", body: { display_name: "Crew" } })
    const body = { email: "bob@example.org", team_id: team.body.id, callback_url: callbackUrl }
    yield* call("POST", "/team-invitations/send-code", { level: "server", body })
    const { code } = yield* (yield* Emulator).mailbox.take({ to: "bob@example.org", subject: "invited" })
    return { code, team: team.body.id as string }
  })

  const accept = (token: string, code: string | undefined, at = "") =>
    call("POST", `/team-invitations/accept${at}`, {
      token,
      headers: { "x-stack-allow-restricted-user": "true" },
      body: { code }
    })

  it.effect("is spent when a restricted user tries to accept it", () =>
    Effect.gen(function* () {
      const { code } = yield* invited
      const bob = yield* signUp("bob@example.org")
      for (const at of ["/details", ""]) {
        const refused = yield* accept(bob.access_token, code, at)
        expect(
          { status: refused.status, knownError: refused.knownError, details: refused.body.details },
          at
        ).toStrictEqual({
          status: 403,
          knownError: "TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED",
          details: { restricted_reason: { type: "email_not_verified" } }
        })
      }
      const wrong = yield* accept(bob.access_token, "0".repeat(45))
      expect(wrong.knownError).toBe("VERIFICATION_CODE_NOT_FOUND")
      yield* call("PATCH", `/users/${bob.user_id}`, { level: "server", body: { primary_email_verified: true } })
      expect((yield* accept(bob.access_token, code)).knownError).toBe("VERIFICATION_CODE_ALREADY_USED")
    }).pipe(Effect.provide(layer({ service: "current", project: { config: { requireEmailVerification: true } } })))
  )
})
