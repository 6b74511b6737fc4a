/** Restricted users and guests of the current service. */
import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Anonymous from "../../src/client/Anonymous.ts"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import * as Password from "../../src/client/Password.ts"
import * as Sessions from "../../src/client/Sessions.ts"
import * as TeamInvitations from "../../src/client/TeamInvitations.ts"
import { UserId } from "../../src/domain/Ids.ts"
import * as ServerInvitations from "../../src/server/TeamInvitations.ts"
import * as ServerTeams from "../../src/server/Teams.ts"
import * as Users from "../../src/server/Users.ts"
import { unknownId } from "../support/unknownId.ts"
import { makeServer } from "./apps.ts"
import { Backend } from "./Backend.ts"
import {
  appUrl,
  dropAccessToken,
  failure,
  headersFor,
  isKnownErrorAnswer,
  makeDevice,
  makeProject,
  password,
  type Project,
  scenario,
  send,
  signUp,
  readTokens,
  type Device
} from "./Scenario.ts"

const generations = ["current"] as const

/** A request of the device's user without the help of the SDK, which would say what the service wants to hear. */
const sendAs = Effect.fnUntraced(function* (
  project: Project,
  device: Device,
  headers: Readonly<Record<string, string>> = {}
) {
  const tokens = yield* readTokens(device)
  assert.ok(tokens?.accessToken !== undefined, "nobody is signed in")
  return yield* send("GET", "/api/v1/users/me", {
    ...headersFor(project, "client"),
    "x-stack-access-token": Redacted.value(tokens.accessToken),
    ...headers
  })
})

export const scenarios = [
  scenario(
    "who is restricted learns why, and can do what the app lets them, until the restriction is lifted",
    { generations },
    function* () {
      const project = yield* makeProject()
      const server = yield* makeServer(project)
      const { device } = yield* signUp(project)
      const user = yield* device(CurrentUser.getOrFail)
      assert.equal(user.isRestricted, false)
      assert.equal(user.restrictedReason, null)

      const reason = "Please call us."
      const privateDetails = "Charged back twice."
      const seen = yield* server(Users.restrict({ userId: user.id, reason, privateDetails }))
      assert.equal(seen.restrictedByAdminPrivateDetails, privateDetails)
      assert.equal((yield* sendAs(project, device)).status, 200, "the token is from before")
      yield* dropAccessToken(device)
      const restricted = yield* device(CurrentUser.getOrFail)
      assert.equal(restricted.isRestricted, true)
      assert.equal(restricted.restrictedReason, "restricted_by_administrator")
      assert.equal(restricted.restrictedByAdminReason, "Please call us.")
      assert.equal("restrictedByAdminPrivateDetails" in restricted, false)
      const tokens = yield* readTokens(device)
      assert.ok(tokens?.accessToken !== undefined)
      const claims = Buffer.from(Redacted.value(tokens.accessToken).split(".")[1] ?? "", "base64url").toString()
      assert.ok(claims.includes("restricted_by_administrator") && !claims.includes(privateDetails), claims)
      assert.equal((yield* device(CurrentUser.setDisplayName("Ann"))).displayName, "Ann")
      const refused = isKnownErrorAnswer(yield* sendAs(project, device), "RESTRICTED_USER_NOT_ALLOWED", 403)
      assert.deepEqual(refused.details, { restricted_reason: { type: "restricted_by_administrator" } })
      const admitted = yield* sendAs(project, device, { "x-stack-allow-restricted-user": "true" })
      assert.equal(admitted.status, 200)
      assert.ok(admitted.text.includes(reason) && !admitted.text.includes(privateDetails), admitted.text)

      const released = yield* server(Users.liftRestriction(user.id))
      assert.deepEqual(
        [released.restrictedByAdmin, released.restrictedByAdminReason, released.restrictedByAdminPrivateDetails],
        [false, null, null]
      )
      yield* dropAccessToken(device)
      assert.equal((yield* device(CurrentUser.getOrFail)).isRestricted, false)
      assert.equal((yield* sendAs(project, device)).status, 200)
    }
  ),
  scenario("signing out ends the session of a restricted user and of a guest", { generations }, function* () {
    const project = yield* makeProject()
    const server = yield* makeServer(project)
    const ann = yield* signUp(project)
    const user = yield* ann.device(CurrentUser.getOrFail)
    yield* server(Users.update({ userId: user.id, restrictedByAdmin: true }))
    yield* dropAccessToken(ann.device)
    yield* ann.device(CurrentUser.getOrFail)
    const guest = yield* makeDevice(project)
    yield* guest(Anonymous.signUp)
    for (const device of [ann.device, guest]) {
      const tokens = yield* readTokens(device)
      assert.ok(tokens?.refreshToken !== undefined)
      yield* device(Sessions.signOut)
      const answer = yield* send("POST", "/api/v1/auth/sessions/current/refresh", {
        ...headersFor(project, "client"),
        "x-stack-refresh-token": Redacted.value(tokens.refreshToken)
      })
      isKnownErrorAnswer(answer, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", 401)
    }
  }),
  scenario("a guest needs no permission of the app's developer, and is kept at sign-up", { generations }, function* () {
    const { newAddress, generation } = yield* Backend
    const project = yield* makeProject()
    const device = yield* makeDevice(project)
    yield* device(Anonymous.signUp)
    const guest = yield* device(CurrentUser.getOrSignUpAnonymously)
    assert.equal(guest.isAnonymous, true)
    assert.equal(guest.restrictedReason, "anonymous")
    if (generation === "current") {
      isKnownErrorAnswer(yield* sendAs(project, device), "ANONYMOUS_AUTHENTICATION_NOT_ALLOWED", 401)
    }
    yield* device(Password.signUp({ email: newAddress("ann"), password }))
    const user = yield* device(CurrentUser.getOrFail)
    assert.equal(user.id, guest.id)
    assert.equal(user.isAnonymous, false)
    assert.equal(user.isRestricted, false)
  }),
  scenario("who is restricted joins no team, and has spent the invitation", { generations }, function* () {
    const { newAddress, nextMail } = yield* Backend
    const project = yield* makeProject()
    const server = yield* makeServer(project)
    const { device } = yield* signUp(project)
    const user = yield* device(CurrentUser.getOrFail)
    const team = yield* server(ServerTeams.create({ displayName: "Acme" }))
    const email = newAddress("guest")
    yield* server(ServerInvitations.send({ teamId: team.id, email, callbackUrl: `${appUrl}/handler/team-invitation` }))
    const { code = "" } = yield* nextMail(email, "You have been invited")

    yield* server(Users.update({ userId: user.id, restrictedByAdmin: true }))
    yield* dropAccessToken(device)
    const error = yield* failure(device(TeamInvitations.accept({ code })), "TeamInvitationRestrictedUserNotAllowed")
    assert.equal(error.details.restrictedReason.type, "restricted_by_administrator")
    yield* server(Users.update({ userId: user.id, restrictedByAdmin: false }))
    yield* dropAccessToken(device)
    yield* failure(device(TeamInvitations.accept({ code })), "VerificationCodeAlreadyUsed")
    assert.deepEqual(yield* server(ServerTeams.list({ userId: user.id })), [])
  }),
  scenario(
    "a rule or a challenge refuses a sign-up, which can be tried again",
    { generations, options: { rejectsSignUp: (email) => email.endsWith("@rejected.example.org") } },
    function* () {
      const project = yield* makeProject()
      const device = yield* makeDevice(project)
      const signUp = (email: string) => device(Password.signUp({ email, password }))
      yield* failure(signUp("ann@rejected.example.org"), "SignUpRejected")
      const path = "/api/v1/auth/password/sign-up"
      const trySignUp = (challenge: Readonly<Record<string, string>>) =>
        send(
          "POST",
          path,
          { ...headersFor(project, "client"), "content-type": "application/json" },
          JSON.stringify({ email: "ann@example.org", password, ...challenge })
        )
      const unsolved = { bot_challenge_token: "mock-turnstile-invalid" }
      isKnownErrorAnswer(
        yield* trySignUp({ ...unsolved, bot_challenge_phase: "invisible" }),
        "BOT_CHALLENGE_REQUIRED",
        409
      )
      isKnownErrorAnswer(yield* trySignUp({ ...unsolved, bot_challenge_phase: "visible" }), "BOT_CHALLENGE_FAILED", 400)
      yield* signUp("ann@example.org")
    }
  ),
  scenario("lists of users name those who were asked for", { generations }, function* () {
    const { generation } = yield* Backend
    const project = yield* makeProject()
    const server = yield* makeServer(project)
    const ann = yield* (yield* signUp(project)).device(CurrentUser.getOrFail)
    const bob = yield* (yield* signUp(project, "bob")).device(CurrentUser.getOrFail)
    yield* server(Users.update({ userId: bob.id, restrictedByAdmin: true }))
    const device = yield* makeDevice(project)
    yield* device(Anonymous.signUp)
    const guest = yield* device(CurrentUser.getOrSignUpAnonymously)
    const expectUsers = (filter: Users.Filter, expected: ReadonlyArray<{ readonly id: UserId }>) =>
      Effect.map(server(Users.list(filter)), (users) =>
        assert.deepEqual(new Set(users.map(({ id }) => id)), new Set(expected.map(({ id }) => id)))
      )
    if (generation === "current") yield* expectUsers({}, [ann])
    yield* expectUsers({ includeRestricted: true }, [ann, bob])
    yield* expectUsers({ includeAnonymous: true }, [ann, bob, guest])
    yield* expectUsers({ onlyAnonymous: true }, [guest])
  }),
  scenario("only servers restrict, and only users who are there", { generations }, function* () {
    const project = yield* makeProject()
    const server = yield* makeServer(project)
    const { device } = yield* signUp(project)
    const tokens = yield* readTokens(device)
    assert.ok(tokens?.accessToken !== undefined)
    const own = yield* send(
      "PATCH",
      "/api/v1/users/me",
      {
        ...headersFor(project, "client"),
        "content-type": "application/json",
        "x-stack-access-token": Redacted.value(tokens.accessToken)
      },
      JSON.stringify({ restricted_by_admin: false })
    )
    isKnownErrorAnswer(own, "SCHEMA_ERROR", 400)
    const nobody = UserId.make(unknownId)
    yield* failure(server(Users.restrict({ userId: nobody })), "UserNotFound")
    yield* failure(server(Users.liftRestriction(nobody)), "UserNotFound")
  }),
  scenario(
    "the service of 2025-06 restricts nobody",
    { generations: ["2025-06"], options: { service: "2025-06" } },
    function* () {
      const project = yield* makeProject()
      const server = yield* makeServer(project)
      const { id } = yield* server(Users.create({ displayName: "Ann" }))
      yield* failure(server(Users.restrict({ userId: id, reason: "Please call us." })), "NotSupportedByService")
      yield* failure(server(Users.liftRestriction(id)), "NotSupportedByService")
    }
  )
]
