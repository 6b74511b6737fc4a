/** Email addresses of users and their verification (docs/protocol/resources.md#contact-channels). */
import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Api from "../../src/api/ContactChannels.ts"
import * as ContactChannels from "../../src/client/ContactChannels.ts"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import { ContactChannelId, UserId } from "../../src/domain/Ids.ts"
import * as ServerContactChannels from "../../src/server/ContactChannels.ts"
import * as Users from "../../src/server/Users.ts"
import * as Wire from "../../src/wire/generated/ContactChannels.ts"
import * as SessionsWire from "../../src/wire/generated/Sessions.ts"
import * as UsersWire from "../../src/wire/generated/Users.ts"
import { unknownId } from "../support/unknownId.ts"
import { makeServer } from "./apps.ts"
import { Backend } from "./Backend.ts"
import {
  readAccessToken,
  appUrl,
  call,
  failure,
  makeDevice,
  makeProject,
  refusal,
  scenario,
  signInWith,
  signUp
} from "./Scenario.ts"

const noCode = Redacted.make("0".repeat(45))
const callbackUrl = `${appUrl}/handler/email-verification`
const untrusted = "https://untrusted.example.net/"
/** A signed-up user, with the code that was mailed and the channel that it is for. */
const unverified = Effect.gen(function* () {
  const { nextMail } = yield* Backend
  const project = yield* makeProject()
  const { device, email } = yield* signUp(project)
  const { code } = yield* nextMail(email, "Verify your email")
  assert.ok(code !== undefined, "no code in the mail")
  const credentials = { accessToken: yield* readAccessToken(device) }
  const own = call(project, "client", Wire.listContactChannels, { query: { userId: "me" } }, credentials)
  const [channel] = yield* own
  assert.ok(channel !== undefined)
  return { project, device, email, code: Redacted.make(code), credentials, own, channel }
})

export const scenarios = [
  scenario("an address is verified with the mailed code, once and by anybody", function* () {
    const { channel, code, device, email, own, project } = yield* unverified
    assert.deepEqual(
      { ...channel, id: undefined, userId: undefined },
      {
        id: undefined,
        userId: undefined,
        type: "email",
        value: email,
        isPrimary: true,
        isVerified: false,
        usedForAuth: true
      }
    )
    yield* call(project, "client", Wire.checkVerificationCode, { payload: { code } })
    assert.equal((yield* device(CurrentUser.getOrFail)).primaryEmailVerified, false)
    yield* call(project, "client", Wire.verifyContactChannel, { payload: { code } })
    assert.equal((yield* device(CurrentUser.getOrFail)).primaryEmailVerified, true)
    assert.equal((yield* own)[0]?.isVerified, true)
    yield* failure(
      call(project, "client", Wire.verifyContactChannel, { payload: { code } }),
      "VerificationCodeAlreadyUsed"
    )
    yield* failure(
      call(project, "client", Wire.checkVerificationCode, { payload: { code } }),
      "VerificationCodeAlreadyUsed"
    )
  }),
  scenario("a code that nobody was sent verifies nothing", function* () {
    const { code, project } = yield* unverified
    const verify = Wire.verifyContactChannel
    yield* failure(call(project, "client", verify, { payload: { code: noCode } }), "VerificationCodeNotFound")
    const other = yield* makeProject()
    yield* failure(call(other, "client", verify, { payload: { code } }), "VerificationCodeNotFound")
  }),
  scenario("a verification code can be asked for again, for trusted URLs, until the address is verified", function* () {
    const { nextMail } = yield* Backend
    const { channel, credentials, email, project } = yield* unverified
    const send = (callbackUrl: string) =>
      call(
        project,
        "client",
        Wire.sendVerificationCode,
        { params: { userId: "me", contactChannelId: channel.id }, payload: { callbackUrl } },
        credentials
      )
    const sendPrimary = (email: string, callbackUrl: string) =>
      call(project, "client", Wire.sendPrimaryVerificationCode, { payload: { email, callbackUrl } }, credentials)
    yield* failure(send(untrusted), "RedirectUrlNotWhitelisted")
    yield* failure(sendPrimary(email, untrusted), "RedirectUrlNotWhitelisted")
    const error = yield* failure(sendPrimary(`x${email}`, callbackUrl), "EmailIsNotPrimaryEmail")
    assert.deepEqual(error.details, { email: `x${email}`, primaryEmail: email })
    yield* send(callbackUrl)
    const mail = yield* nextMail(email, "Verify your email")
    assert.ok(mail.link?.startsWith(callbackUrl), mail.link)
    yield* sendPrimary(email, callbackUrl)
    const { code } = yield* nextMail(email, "Verify your email")
    yield* call(project, "client", Wire.verifyContactChannel, { payload: { code: Redacted.make(code!) } })
    yield* failure(send(callbackUrl), "EmailAlreadyVerified")
    yield* failure(sendPrimary(email, callbackUrl), "EmailAlreadyVerified")
    const server = yield* failure(
      call(project, "server", Wire.sendVerificationCode, {
        params: { userId: UserId.make(unknownId), contactChannelId: channel.id },
        payload: { callbackUrl }
      }),
      "UserIdDoesNotExist"
    )
    assert.deepEqual(server.details, { userId: unknownId })
  }),
  scenario("whoever has a primary address has it verified, and nobody else", function* () {
    const { nextMail } = yield* Backend
    const { device, email, project } = yield* unverified
    yield* failure(
      device(ContactChannels.sendPrimaryVerification({ callbackUrl: untrusted })),
      "RedirectUrlNotWhitelisted"
    )
    yield* device(ContactChannels.sendPrimaryVerification())
    const mail = yield* nextMail(email, "Verify your email")
    assert.ok(mail.link?.startsWith(callbackUrl), mail.link)
    yield* device(ContactChannels.verify({ code: mail.code! }))
    yield* failure(device(ContactChannels.sendPrimaryVerification()), "EmailAlreadyVerified")
    const nobody = yield* makeDevice(project)
    yield* failure(nobody(ContactChannels.sendPrimaryVerification()), "UserAuthenticationRequired")
    const { id: userId } = yield* call(project, "server", UsersWire.createUser, { payload: {} })
    yield* signInWith(nobody, yield* call(project, "server", SessionsWire.createSession, { payload: { userId } }))
    const error = yield* failure(nobody(ContactChannels.sendPrimaryVerification()), "NoPrimaryEmail")
    assert.equal(error.userId, userId)
  }),
  scenario("addresses are added, changed and removed", function* () {
    const { newAddress } = yield* Backend
    const { channel, credentials, own, project } = yield* unverified
    const value = newAddress("second")
    const added = yield* call(
      project,
      "client",
      Wire.createContactChannel,
      { payload: { userId: "me", type: "email", value, usedForAuth: false } },
      credentials
    )
    assert.equal(added.isPrimary, false)
    assert.equal(added.isVerified, false)
    assert.deepEqual(
      (yield* own).map((one) => one.id),
      [channel.id, added.id],
      "the oldest comes first"
    )
    const params = { userId: "me" as const, contactChannelId: added.id }
    const update = (payload: Api.UpdateContactChannel) =>
      call(project, "client", Wire.updateContactChannel, { params, payload }, credentials)
    assert.equal((yield* update({ isPrimary: true })).isPrimary, true)
    assert.deepEqual(
      (yield* own).map((one) => one.isPrimary),
      [false, true]
    )
    yield* call(project, "server", Wire.serverUpdateContactChannel, {
      params: { ...params, userId: channel.userId },
      payload: { isVerified: true }
    })
    const read = call(project, "client", Wire.getContactChannel, { params }, credentials)
    assert.equal((yield* read).isVerified, true)
    const renamed = yield* update({ value: newAddress("third") })
    assert.equal(renamed.isVerified, false, "a new address has to be verified again")
    yield* call(project, "client", Wire.deleteContactChannel, { params }, credentials)
    assert.equal((yield* own).length, 1)
    yield* refusal(read, 404)
  }),
  scenario("an address that somebody signs in with cannot be used by somebody else", function* () {
    const { newAddress, generation } = yield* Backend
    const { credentials, project } = yield* unverified
    const { email: taken } = yield* signUp(project, "bob")
    const create = (value: string, usedForAuth: boolean) =>
      call(
        project,
        "client",
        Wire.createContactChannel,
        { payload: { userId: "me", type: "email", value, usedForAuth } },
        credentials
      )
    const code = "ContactChannelAlreadyUsedForAuthBySomeoneElse"
    const error = yield* failure(create(taken, true), code)
    const hint = generation === "2025-06" ? {} : { wouldWorkIfEmailWasVerified: false }
    assert.deepEqual(error.details, { type: "email", contactChannelValue: taken, ...hint })
    const mine = yield* create(taken, false)
    const change = yield* failure(
      call(
        project,
        "client",
        Wire.updateContactChannel,
        { params: { userId: "me", contactChannelId: mine.id }, payload: { usedForAuth: true } },
        credentials
      ),
      code
    )
    assert.equal(change.details.contactChannelValue, null)
    yield* call(project, "server", Wire.serverCreateContactChannel, {
      payload: {
        userId: mine.userId,
        type: "email",
        value: newAddress("server"),
        usedForAuth: true,
        isVerified: true
      }
    })
  }),
  scenario("addresses of others can be neither seen nor verified", function* () {
    const { channel, project } = yield* unverified
    const { device } = yield* signUp(project, "bob")
    const credentials = { accessToken: yield* readAccessToken(device) }
    const params = { userId: channel.userId, contactChannelId: channel.id }
    yield* refusal(call(project, "client", Wire.getContactChannel, { params }, credentials), 403)
    yield* refusal(
      call(project, "client", Wire.listContactChannels, { query: { userId: channel.userId } }, credentials),
      403
    )
    yield* refusal(call(project, "client", Wire.deleteContactChannel, { params }, credentials), 403)
    yield* refusal(
      call(project, "client", Wire.sendVerificationCode, { params, payload: { callbackUrl } }, credentials),
      400
    )
    const mine = { userId: "me" as const, contactChannelId: ContactChannelId.make(unknownId) }
    yield* refusal(call(project, "client", Wire.getContactChannel, { params: mine }, credentials), 404)
    yield* failure(
      call(project, "client", Wire.listContactChannels, { query: { userId: "me" } }),
      "CannotGetOwnUserWithoutUser"
    )
  }),
  scenario("servers see the addresses of all users at once", function* () {
    const project = yield* makeProject()
    const server = yield* makeServer(project)
    const one = yield* server(Users.create({ primaryEmail: "one@example.com" }))
    const two = yield* server(Users.create({ primaryEmail: "two@example.com" }))
    const all = yield* server(ServerContactChannels.listAll)
    assert.deepEqual(
      all.map(({ userId, value }) => [userId, value]),
      [one, two].map(({ id, primaryEmail }) => [id, primaryEmail])
    )
  })
]
