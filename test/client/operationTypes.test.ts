/**
 * What the types of the operations promise: exactly which errors, what they need, and what they give. Nothing here does
 * anything at run time.
 */
import { describe, expectTypeOf, it } from "@effect/vitest"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type * as ApiKeys from "../../src/client/ApiKeys.ts"
import type * as ContactChannels from "../../src/client/ContactChannels.ts"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import type * as MagicLink from "../../src/client/MagicLink.ts"
import type * as OAuth from "../../src/client/OAuth.ts"
import type * as Passkey from "../../src/client/Passkey.ts"
import type * as Password from "../../src/client/Password.ts"
import type * as Project from "../../src/client/Project.ts"
import type * as Sessions from "../../src/client/Sessions.ts"
import type * as Teams from "../../src/client/Teams.ts"
import type { InvalidOption } from "../../src/domain/errors/InvalidOption.ts"
import type { RequestRefused } from "../../src/domain/errors/RequestRefused.ts"
import type { UserNotAllowed } from "../../src/domain/errors/Session.ts"
import type { TransportError } from "../../src/domain/errors/TransportError.ts"
import type { ClientApp } from "../../src/http/ClientApp.ts"
import type { Session } from "../../src/session/Session.ts"

type Answer<Op> = Op extends (...args: ReadonlyArray<never>) => infer R ? R : Op
type Tags<Op> = TagOf<Effect.Error<Answer<Op>>>
type TagOf<E> = E extends { readonly _tag: infer Tag } ? Tag : never
type Needs<Op> = Effect.Services<Answer<Op>>

/** Any call. */
type Call = (RequestRefused | TransportError)["_tag"]
/** Any call as the current user. */
type UserCall = Call | UserNotAllowed["_tag"] | "UserAuthenticationRequired"
type Code =
  | "VerificationCodeNotFound"
  | "VerificationCodeExpired"
  | "VerificationCodeAlreadyUsed"
  | "VerificationCodeMaxAttemptsReached"
type Weak = "PasswordTooShort" | "PasswordTooLong"
type SignUpRefusal = "SignUpRejected" | "BotChallengeRequired" | "BotChallengeFailed"

describe("operations", () => {
  it("of Password fail with exactly the errors that they can meet", () => {
    expectTypeOf<Tags<typeof Password.signUp>>().toEqualTypeOf<
      | Call
      | UserNotAllowed["_tag"]
      | Weak
      | "PasswordAuthenticationNotEnabled"
      | "SignUpNotEnabled"
      | "RedirectUrlNotWhitelisted"
      | "UserWithEmailAlreadyExists"
      | "MultiFactorAuthenticationRequired"
      | "InvalidTotpCode"
      | Code
      | SignUpRefusal
      | "InvalidOption"
      | "TokenStoreUnavailable"
    >()
    expectTypeOf<"EmailPasswordMismatch" | "MultiFactorAuthenticationRequired">().toExtend<
      Tags<typeof Password.signIn>
    >()
    expectTypeOf<Tags<typeof Password.update>>().toEqualTypeOf<
      UserCall | Weak | "PasswordAuthenticationNotEnabled" | "PasswordConfirmationMismatch" | "UserDoesNotHavePassword"
    >()
    expectTypeOf<Tags<typeof Password.set>>().toEqualTypeOf<UserCall | Weak | "PasswordAuthenticationNotEnabled">()
    expectTypeOf<Tags<typeof Password.sendResetCode>>().toEqualTypeOf<
      Call | "PasswordAuthenticationNotEnabled" | "RedirectUrlNotWhitelisted" | "InvalidOption"
    >()
    expectTypeOf<Tags<typeof Password.checkResetCode>>().toEqualTypeOf<Call | Code>()
    expectTypeOf<Tags<typeof Password.reset>>().toEqualTypeOf<Call | Code | Weak | "PasswordAuthenticationNotEnabled">()
  })

  it("of OAuth fail with exactly the errors that they can meet", () => {
    type Start =
      | Call
      | "InvalidOption"
      | "UntrustedRedirect"
      | "OAuthFlowsUnavailable"
      | "CryptoUnavailable"
      | SignUpRefusal
      | "InvalidScope"
      | "OAuthExtraScopeNotAvailableWithSharedOAuthKeys"
      | "OAuthProviderNotFoundOrNotEnabled"
      | "RedirectUrlNotWhitelisted"
    expectTypeOf<Tags<typeof OAuth.start>>().toEqualTypeOf<Start>()
    expectTypeOf<Needs<typeof OAuth.start>>().toEqualTypeOf<Session>()
    expectTypeOf<Tags<typeof OAuth.link>>().toEqualTypeOf<Start | "UserAuthenticationRequired">()
    expectTypeOf<Needs<typeof OAuth.link>>().toEqualTypeOf<Session>()
    expectTypeOf<Tags<typeof OAuth.callback>>().toEqualTypeOf<
      | Call
      | Exclude<OAuth.PageError["_tag"], "UnsupportedError">
      | "InvalidAuthorizationCode"
      | "MultiFactorAuthenticationRequired"
      | "InvalidTotpCode"
      | Code
      | "TokenStoreUnavailable"
    >()
    expectTypeOf<Effect.Success<Answer<typeof OAuth.callback>>>().toEqualTypeOf<
      "ignored" | "signed-in" | "signed-up" | "upgraded" | "linked"
    >()
    expectTypeOf<Tags<typeof OAuth.pageError>>().toEqualTypeOf<never>()
  })

  it("of Passkey fail with exactly the errors that they can meet", () => {
    type Ceremony = "PasskeyWebAuthnError" | "PasskeyAuthenticationNotEnabled" | "PasskeyAuthenticationFailed" | Code
    expectTypeOf<Tags<typeof Passkey.register>>().toEqualTypeOf<UserCall | Ceremony | "PasskeyRegistrationFailed">()
    expectTypeOf<Tags<typeof Passkey.signIn>>().toEqualTypeOf<
      Call | Ceremony | "MultiFactorAuthenticationRequired" | "InvalidTotpCode" | "TokenStoreUnavailable"
    >()
    expectTypeOf<Needs<typeof Passkey.signIn>>().toEqualTypeOf<Session>()
  })

  it("of CurrentUser fail with exactly the errors that they can meet", () => {
    type Get = Exclude<UserCall, "UserAuthenticationRequired" | "CannotGetOwnUserWithoutUser">
    const returned = () => CurrentUser.get
    const thrown = () => CurrentUser.getOrFail
    expectTypeOf<Tags<typeof returned>>().toEqualTypeOf<Get>()
    expectTypeOf<Tags<typeof thrown>>().toEqualTypeOf<Get | "UserAuthenticationRequired">()
    expectTypeOf<Tags<typeof CurrentUser.update>>().toEqualTypeOf<
      | UserCall
      | "CannotGetOwnUserWithoutUser"
      | "TeamMembershipNotFound"
      | "UserWithEmailAlreadyExists"
      | "MagicLinkNotEnabled"
    >()
    expectTypeOf<Tags<typeof CurrentUser.setDisplayName>>().toEqualTypeOf<Tags<typeof CurrentUser.update>>()
    expectTypeOf<Tags<typeof CurrentUser.setSelectedTeam>>().toEqualTypeOf<Tags<typeof CurrentUser.update>>()
    expectTypeOf<Tags<typeof CurrentUser.delete>>().toEqualTypeOf<
      UserCall | "CannotGetOwnUserWithoutUser" | "ClientUserDeletionNotEnabled"
    >()
  })

  it("of ContactChannels, MagicLink, Teams and ApiKeys fail with exactly the errors that they can meet", () => {
    expectTypeOf<Tags<typeof ContactChannels.sendPrimaryVerification>>().toEqualTypeOf<
      | Exclude<UserCall, "CannotGetOwnUserWithoutUser">
      | "NoPrimaryEmail"
      | "EmailIsNotPrimaryEmail"
      | "EmailAlreadyVerified"
      | "RedirectUrlNotWhitelisted"
      | "InvalidOption"
    >()
    expectTypeOf<Tags<typeof MagicLink.send>>().toEqualTypeOf<
      | Call
      | "UserWithEmailAlreadyExists"
      | "SignUpNotEnabled"
      | "RedirectUrlNotWhitelisted"
      | "MagicLinkNotEnabled"
      | SignUpRefusal
      | "InvalidOption"
    >()
    expectTypeOf<"ClientTeamCreationNotEnabled">().toExtend<Tags<typeof Teams.create>>()
    expectTypeOf<Tags<typeof ApiKeys.list>>().toEqualTypeOf<
      UserCall | "CannotGetOwnUserWithoutUser" | "ApiKeyNotFound" | "UserApiKeysNotEnabled"
    >()
    expectTypeOf<Tags<typeof ApiKeys.listOfTeam>>().toEqualTypeOf<
      UserCall | "ApiKeyNotFound" | "TeamApiKeysNotEnabled"
    >()
  })

  it("of Sessions and Project fail with exactly the errors that they can meet", () => {
    expectTypeOf<Tags<typeof Sessions.list>>().toEqualTypeOf<UserCall | "CannotGetOwnUserWithoutUser">()
    expectTypeOf<Tags<typeof Sessions.revoke>>().toEqualTypeOf<
      UserCall | "CannotGetOwnUserWithoutUser" | "CannotDeleteCurrentSession"
    >()
    expectTypeOf<Tags<typeof Sessions.currentTokens>>().toEqualTypeOf<Call | "LifetimeUnavailable">()
    expectTypeOf<Tags<typeof Sessions.signOut>>().toEqualTypeOf<"SignOutElsewhere">()
    expectTypeOf<Tags<typeof Project.get>>().toEqualTypeOf<Call>()
  })
})

describe("an operation", () => {
  it("needs the capability that it uses, and no more", () => {
    expectTypeOf<Needs<typeof Password.signUp>>().toEqualTypeOf<Session>()
    expectTypeOf<Needs<typeof Password.signIn>>().toEqualTypeOf<Session>()
    expectTypeOf<Needs<typeof Password.update>>().toEqualTypeOf<Session>()
    expectTypeOf<Needs<typeof Password.sendResetCode>>().toEqualTypeOf<ClientApp>()
    expectTypeOf<Needs<typeof Password.checkResetCode>>().toEqualTypeOf<ClientApp>()
    expectTypeOf<Needs<typeof Password.reset>>().toEqualTypeOf<ClientApp>()
    expectTypeOf<Needs<typeof CurrentUser.update>>().toEqualTypeOf<Session>()
    expectTypeOf<Needs<typeof CurrentUser.delete>>().toEqualTypeOf<Session>()
    expectTypeOf<Needs<typeof Sessions.list>>().toEqualTypeOf<Session>()
    expectTypeOf<Needs<typeof Project.get>>().toEqualTypeOf<ClientApp>()
  })

  it("gives a user where one is certain", () => {
    type Maybe = CurrentUser.CurrentUser | null
    expectTypeOf<Effect.Success<typeof CurrentUser.getOrFail>>().toEqualTypeOf<CurrentUser.CurrentUser>()
    expectTypeOf<Effect.Success<typeof CurrentUser.getOrSignUpAnonymously>>().toEqualTypeOf<CurrentUser.CurrentUser>()
    expectTypeOf<Effect.Success<typeof CurrentUser.get>>().toEqualTypeOf<Maybe>()
    expectTypeOf<Effect.Success<typeof CurrentUser.getIncludingAnonymous>>().toEqualTypeOf<Maybe>()
    expectTypeOf<Effect.Success<typeof CurrentUser.getOrRedirect>>().toEqualTypeOf<Maybe>()
    expectTypeOf<Effect.Success<ReturnType<typeof CurrentUser.update>>>().toEqualTypeOf<CurrentUser.CurrentUser>()
  })

  it("takes secrets as text or wrapped, and gives them wrapped", () => {
    type SignIn = Parameters<typeof Password.signIn>[0]
    expectTypeOf<SignIn["password"]>().toEqualTypeOf<string | Redacted.Redacted>()
    type Tokens = Effect.Success<ReturnType<typeof Sessions.currentTokens>>
    expectTypeOf<NonNullable<Tokens>["accessToken"]>().toEqualTypeOf<Redacted.Redacted>()
    // @ts-expect-error a session is not named by any text
    const wrong = () => Sessions.revoke("some text")
    void wrong
  })

  it("can be handled to the end", () => {
    expectTypeOf<
      Extract<Effect.Error<ReturnType<typeof Password.signUp>>, { _tag: "InvalidOption" }>
    >().toEqualTypeOf<InvalidOption>()
    type Short = Extract<Effect.Error<ReturnType<typeof Password.set>>, { _tag: "PasswordTooShort" }>
    expectTypeOf<Short["details"]["minLength"]>().toEqualTypeOf<number>()
    expectTypeOf<Short["code"]>().toEqualTypeOf<"PASSWORD_TOO_SHORT">()
  })
})
