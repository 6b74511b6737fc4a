/** Why no scenario meets an error, in handwritten words. */

/** The service knows these codes and sends them nowhere. */
const unsent = "the service never sends it"

/** Why no scenario meets an error. A test fails when this misses one, or names one that is met. */
export const reasons: Readonly<Record<string, string>> = {
  ALL_OVERLOADS_FAILED: "no documented request causes it: the caller's level decides which shape answers",
  CLIENT_OR_ADMIN_AUTHENTICATION_REQUIRED: unsent,
  CLIENT_OR_SERVER_AUTHENTICATION_REQUIRED: unsent,
  CLIENT_OR_SERVER_OR_ADMIN_AUTHENTICATION_REQUIRED: unsent,
  CLI_AUTH_ERROR: "the client's error for a login state that the service doesn't have today",
  DEFAULT_PAYMENT_METHOD_REQUIRED: "only paid subscriptions can be switched, and the customer who paid has a card",
  EMAIL_NOT_ASSOCIATED_WITH_USER: unsent,
  EMAIL_NOT_VERIFIED: unsent,
  EMAIL_TEMPLATE_ALREADY_EXISTS: unsent,
  INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN: "a deleted project no longer belongs to its owner",
  INVALID_SHARED_OAUTH_PROVIDER_ID: unsent,
  INVALID_STANDARD_OAUTH_PROVIDER_ID: unsent,
  PROJECT_PERMISSION_REQUIRED: unsent,
  PROVIDER_REJECTED: unsent,
  PUBLIC_API_KEY_CANNOT_BE_REVOKED:
    "only the endpoint for secret scanners sends it, and the contract excludes that one",
  TEAM_ALREADY_EXISTS: unsent,
  TEAM_INVITATION_EMAIL_MISMATCH: "only copies from May 2026 required the invited address"
}

const asOthers = "the contract lists the errors of these endpoints together, and another one of them answers it"

/**
 * Why no scenario gets an error from an endpoint that declares it, by `endpoint: error`. A test fails when this misses
 * one, or has a line that no error needs.
 */
export const unprovokedReasons: ReadonlyArray<readonly [pattern: RegExp, reason: string]> = [
  [/^greet: /, "it names the errors of all levels, and the scenarios of Access get them from other endpoints"],
  [/: (?:DEFAULT_PAYMENT_METHOD_REQUIRED|TEAM_INVITATION_EMAIL_MISMATCH)$/, "no scenario meets it anywhere, see above"],
  [
    /TeamInvitation\w*: ITEM_QUANTITY_INSUFFICIENT_AMOUNT$/,
    "only if a plan of the hosted service limits the members of a team"
  ],
  [
    /: PASSWORD_TOO_LONG$/,
    "the service says that the shape of the request is wrong; the client says this before it asks"
  ],
  [/^(?:sendSignInCode|authorize): SIGN_UP_REJECTED$/, "the rules judge who comes back, not who begins"],
  [/^callback(?:Form)?: BOT_CHALLENGE_FAILED$/, "an emulator judges a challenge when it is handed in"],
  [/^(?:register|signInWithPasskey): VERIFICATION_CODE_MAX_ATTEMPTS_REACHED$/, "the first try spends the challenge"],
  [/^createOwnProviderAccessToken: /, "it relays the answer of another endpoint, without the header of known errors"],
  [/^unsubscribe: SCHEMA_ERROR$/, "people see a page that says so"],
  [/^transferProject: ProjectWithoutTeam$/, "only an emulator that is both generations has projects without a team"],
  [/^(?:list|create)(?:User|Team)ApiKeys?: API_KEY_NOT_FOUND$/, asOthers],
  [/^\w+(?:UserApiKeys?|TeamMember|TeamMemberProfiles?): USER_AUTHENTICATION_REQUIRED$/, "nobody is `me` there"],
  [/^createTeam: (?:CANNOT_GET_OWN_USER_WITHOUT_USER|USER_NOT_FOUND)$/, "clients create teams for themselves only"],
  [/^(?:getTeam|updateTeam|grantTeamPermission): TEAM_NOT_FOUND$/, "who is no member hears only that"],
  [/^(?:list|update)TeamMemberProfiles?: (?:USER_NOT_FOUND|TEAM_PERMISSION_REQUIRED)$/, asOthers],
  [/^callback(?:Form)?: SCHEMA_ERROR$/, "no scenario plays a provider whose answer has another shape"],
  [/^(?:list|delete)TeamInvitations?: USER_AUTHENTICATION_REQUIRED$/, asOthers],
  [/^(?:get|update)TeamApiKey: USER_AUTHENTICATION_REQUIRED$/, asOthers],
  [/^transferProject: TEAM_PERMISSION_REQUIRED$/, asOthers],
  [/: CustomerOfSomeoneElse$/, "the operations of clients name no other user"],
  [
    /^(?:(?:getItem|listProducts|(?:cancel|switch)Subscription|createPurchaseUrl|getBilling|listInvoices|updateItemQuantity|grantProduct|listTransactions)|(?:answer|poll)AgentLogin): (?!CustomerOfSomeoneElse|DEFAULT_PAYMENT_METHOD_REQUIRED)/,
    asOthers
  ],
  [/^serverUpdateMe: PasswordAuthenticationNotEnabled$/, asOthers],
  [/^serverUpdateProviderAccount: ProviderAccountNotFound$/, asOthers],
  [
    /^(?:(?:get|replace|reset)Overrides|(?:get|unlink)ConfigurationSource): NotSupportedByService$/,
    "the service of 2025-06 answers so, and the scenarios of these endpoints ask the current one"
  ]
]

/** The codes of {@link reasons} that the service does not send. */
export const unsentCodes: ReadonlyArray<string> = Object.keys(reasons).filter((code) => reasons[code] === unsent)
