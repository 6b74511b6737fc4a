/** Reading, changing and deleting the own account (docs/protocol/resources.md#users). */
import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import * as Password from "../../src/client/Password.ts"
import { TeamId } from "../../src/domain/Ids.ts"
import * as AnonymousWire from "../../src/wire/generated/Anonymous.ts"
import * as UsersWire from "../../src/wire/generated/Users.ts"
import { unknownId } from "../support/unknownId.ts"
import { Backend } from "./Backend.ts"
import * as Recording from "./Recording.ts"
import {
  call,
  failure,
  makeDevice,
  makeProject,
  password,
  refusal,
  scenario,
  signIn,
  signInWith,
  signUp,
  readTokens
} from "./Scenario.ts"

const noTeam = TeamId.make(unknownId)

export const scenarios = [
  scenario("get without a user asks nobody", function* () {
    const { recording } = yield* Backend
    const device = yield* makeDevice(yield* makeProject())
    const [, sent] = yield* Recording.during(
      recording,
      Effect.gen(function* () {
        assert.equal(yield* device(CurrentUser.get), null)
        assert.equal(yield* device(CurrentUser.get), null)
        assert.equal(yield* device(CurrentUser.getIncludingAnonymous), null)
        yield* failure(device(CurrentUser.getOrFail), "UserAuthenticationRequired")
      })
    )
    assert.deepEqual(sent, [])
  }),
  scenario("a signed-in user is not redirected", function* () {
    const { device } = yield* signUp(yield* makeProject(), "stays")
    assert.deepEqual(yield* device(CurrentUser.getOrRedirect), yield* device(CurrentUser.get))
  }),
  scenario("an anonymous user is nobody, unless asked for", { options: { anonymousSignUp: true } }, function* () {
    const project = yield* makeProject()
    const device = yield* makeDevice(project)
    const tokens = yield* call(project, "client", AnonymousWire.signUpAnonymously, {})
    yield* signInWith(device, tokens)
    assert.equal(yield* device(CurrentUser.get), null)
    yield* failure(device(CurrentUser.getOrFail), "UserAuthenticationRequired")
    const user = yield* device(CurrentUser.getIncludingAnonymous)
    assert.equal(user?.id, tokens.userId)
    assert.equal(user.isAnonymous, true)
    assert.equal(user.primaryEmail, null)
  }),
  scenario("anonymous users can be turned off", { options: { anonymousSignUp: false } }, function* () {
    const project = yield* makeProject()
    yield* failure(call(project, "client", AnonymousWire.signUpAnonymously, {}), "AnonymousAccountsNotEnabled")
    yield* failure((yield* makeDevice(project))(CurrentUser.getOrSignUpAnonymously), "AnonymousAccountsNotEnabled")
  }),
  scenario("update changes what it names, and nothing else", function* () {
    const project = yield* makeProject()
    const { device, email } = yield* signUp(project)
    const first = yield* device(CurrentUser.update({ displayName: "Ann", clientMetadata: { theme: "dark", n: [1] } }))
    assert.equal(first.displayName, "Ann")
    const second = yield* device(CurrentUser.update({ clientMetadata: { theme: "light" } }))
    assert.equal(second.displayName, "Ann")
    assert.deepEqual(second.clientMetadata, { theme: "light" }, "metadata is replaced as a whole")
    const third = yield* device(CurrentUser.update({}))
    assert.deepEqual(third, second)
    const stored = yield* call(project, "server", UsersWire.getUser, { params: { userId: first.id } })
    assert.equal(stored.displayName, "Ann")
    assert.deepEqual(stored.clientMetadata, { theme: "light" })
    assert.equal(stored.primaryEmail, email)
    assert.equal((yield* device(CurrentUser.update({ displayName: null }))).displayName, null)
    assert.equal((yield* device(CurrentUser.update({ clientMetadata: null }))).clientMetadata, null)
  }),
  scenario("the shorthands change one thing each", function* () {
    const project = yield* makeProject()
    const { device } = yield* signUp(project)
    assert.equal((yield* device(CurrentUser.setDisplayName("Ann"))).displayName, "Ann")
    assert.equal((yield* device(CurrentUser.setDisplayName(""))).displayName, null, "an empty name is none")
    assert.deepEqual((yield* device(CurrentUser.setClientMetadata({ a: 1 }))).clientMetadata, { a: 1 })
    assert.equal((yield* device(CurrentUser.setSelectedTeam(null))).selectedTeamId, null)
    const error = yield* failure(device(CurrentUser.setSelectedTeam(noTeam)), "TeamMembershipNotFound")
    const user = yield* device(CurrentUser.getOrFail)
    assert.deepEqual(error.details, { teamId: noTeam, userId: user.id })
    assert.deepEqual(user.clientMetadata, { a: 1 })
  }),
  scenario("a profile image is an image, not a link", function* () {
    const { device } = yield* signUp(yield* makeProject())
    yield* refusal(device(CurrentUser.update({ profileImageUrl: "https://example.org/ann.png" })), 400)
    const pixel = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
    // A service may store the image somewhere and answer where.
    const user = yield* device(CurrentUser.update({ profileImageUrl: pixel }))
    assert.equal(typeof user.profileImageUrl, "string")
    assert.equal((yield* device(CurrentUser.update({ profileImageUrl: null }))).profileImageUrl, null)
  }),
  scenario("update needs somebody signed in", function* () {
    const device = yield* makeDevice(yield* makeProject())
    yield* failure(device(CurrentUser.update({ displayName: "Ann" })), "UserAuthenticationRequired")
    yield* failure(device(CurrentUser.setDisplayName("Ann")), "UserAuthenticationRequired")
    yield* failure(device(CurrentUser.delete), "UserAuthenticationRequired")
  }),
  scenario("users delete their account where the project lets them", function* () {
    const project = yield* makeProject({ clientUserDeletionEnabled: true })
    const { device, email } = yield* signUp(project)
    const other = yield* signIn(project, email)
    const { id } = yield* device(CurrentUser.getOrFail)
    yield* device(CurrentUser.delete)
    assert.equal(yield* readTokens(device), undefined, "the device is signed out")
    yield* failure(call(project, "server", UsersWire.getUser, { params: { userId: id } }), "UserNotFound")
    yield* failure(device(Password.signIn({ email, password })), "EmailPasswordMismatch")
    // The other device still has a valid access token of nobody.
    assert.equal(yield* other(CurrentUser.get), null)
    yield* failure(other(CurrentUser.update({ displayName: "Ann" })), "CannotGetOwnUserWithoutUser")
    yield* device(Password.signUp({ email, password }))
  }),
  scenario("users do not delete their account where the project does not let them", function* () {
    const project = yield* makeProject()
    const { device } = yield* signUp(project)
    const { id } = yield* device(CurrentUser.getOrFail)
    const refused = yield* failure(device(CurrentUser.delete), "ClientUserDeletionNotEnabled")
    assert.equal(refused.message, "Client user deletion is not enabled for this project")
    yield* failure(device(CurrentUser.update({ otpAuthEnabled: true })), "MagicLinkNotEnabled")
    assert.equal((yield* device(CurrentUser.getOrFail)).id, id)
  })
]
