/**
 * The environment variable with which the configuration of Vitest gets the test files of an area. Not Stryker's option
 * `testFiles`: with it, what a module computes when it loads is never mutated (stryker-mutator/stryker-js#6144).
 */
export const testsVariable = "GATEFOLD_MUTATION_TESTS"

/**
 * What is mutated together, and which of the fast tests are to notice, the quickest first. Globs; a test file may
 * belong to several.
 */
export interface Area {
  readonly mutate: ReadonlyArray<string>
  readonly tests: ReadonlyArray<string>
}

export const areas: Readonly<Record<string, Area>> = {
  platform: {
    mutate: ["src/platform/!(Turnstile).ts", "src/token/BrowserCookieTokenStore.ts"],
    tests: [
      "test/platform/**",
      "test/oauth/{OAuthCallback,OAuthErrorPage,interruptedCallback}.test.ts",
      "test/client/{LandingPage,OAuth,Passkey,Redirect}.test.ts",
      "test/token/{cookieStores,requestStores}.test.ts"
    ]
  },
  "platform/Turnstile": { mutate: ["src/platform/page/Turnstile.ts"], tests: ["test/platform/page/Turnstile.test.ts"] },
  operation: {
    mutate: ["src/operation/*.ts"],
    tests: ["test/operation/{Operation,Outcome,describesOperations,sentEndpoints}.test.ts"]
  },
  cache: { mutate: ["src/cache/**/*.ts"], tests: ["test/cache/**"] },
  token: {
    mutate: ["src/token/!(BrowserCookieTokenStore).ts", "src/token/internal/*.ts"],
    tests: ["test/token/!(plantedGuest).test.ts"]
  },
  "domain/Json": { mutate: ["src/domain/text/Json.ts"], tests: ["test/domain/text/Json.test.ts"] },
  http: {
    mutate: [
      "src/http/!(ClientApp|ClientAppConfig|Environment|Http|HttpClientLayer|ServiceConfig).ts",
      "src/http/internal/{Call,Headers}.ts"
    ],
    tests: [
      "test/http/{CallTimeout,Endpoint,withoutClientKey,Masking,readsAnswers,offlineOrDown,Transport,RetryPolicy}.test.ts"
    ]
  },
  "http/Http": {
    mutate: ["src/http/{Http,HttpClientLayer}.ts"],
    tests: ["test/http/{Http,HttpClientLayer,layersBehaveTheSame}.test.ts"]
  },
  "http/Masking": { mutate: ["src/http/internal/Masking.ts"], tests: ["test/http/Masking.test.ts"] },
  "http/options": {
    mutate: ["src/http/{ClientApp,ClientAppConfig,Environment,ServiceConfig}.ts"],
    tests: ["test/http/{withoutClientKey,ServiceConfig}.test.ts"]
  },
  session: {
    mutate: ["src/session/{Freshness,Session}.ts", "src/session/internal/*.ts", "src/domain/AccessTokenClaims.ts"],
    tests: [
      "test/domain/AccessTokenClaims.test.ts",
      "test/session/{AccessTokenLifetimes,Session,brokenStore,Freshness,refreshesOnce}.test.ts",
      "test/session/{guestsSignUp,AuthorizedTransport,signIn,signOut,tabsRefreshOnce}.test.ts"
    ]
  },
  "session/guests": {
    mutate: ["src/session/{AllowedUsers,AuthorizedTransport}.ts"],
    tests: ["test/session/{AllowedUsers,AuthorizedTransport,signIn,signOut}.test.ts"]
  },
  "backend/tokens": {
    mutate: [
      "src/backend/verify/{KeySet,AccessTokenVerifier}.ts",
      "src/backend/verify/internal/{KeyFetches,KeyState}.ts"
    ],
    tests: [
      "test/backend/fleet/SharedKeys.test.ts",
      "test/backend/verify/{AccessTokenVerifier,KeySet,keysOfAnotherProcess,KeysByKind,PublicKeys,tokenKinds,verifiedTokens}.test.ts"
    ]
  },
  "backend/verify": {
    mutate: ["src/backend/verify/!(KeySet|AccessTokenVerifier).ts"],
    tests: [
      "test/backend/{allowedUsers,AuthTimeout}.test.ts",
      "test/backend/fleet/sharedApiKeys.test.ts",
      "test/backend/verify/!(KeySet).test.ts"
    ]
  },
  "backend/fleet": {
    mutate: ["src/backend/fleet/*.ts"],
    tests: [
      "test/backend/fleet/*.test.ts",
      "test/backend/middleware/RateLimits.test.ts",
      "test/backend/webhooks/Replays.test.ts"
    ]
  },
  "backend/webhooks": {
    mutate: ["src/backend/webhooks/*.ts"],
    tests: ["test/backend/webhooks/{Replays,Webhooks}.test.ts"]
  },
  "backend/telemetry": {
    mutate: ["src/backend/telemetry/{,internal/}*.ts"],
    tests: ["test/backend/telemetry/{exportsNoSecret,serverMetrics,observedRequests,operationSpans}.test.ts"]
  },
  backend: {
    mutate: ["src/backend/*.ts", "src/backend/{middleware,request}/*.ts"],
    tests: [
      "test/backend/{allowedUsers,AuthTimeout,hostileRequests,foreignOrigins,SecretDigest,request/RequestAuth}.test.ts",
      "test/backend/middleware/{AuthMiddleware,AuthMiddlewareLayer,RateLimits,rpcProcedures}.test.ts"
    ]
  },
  "emulator/TrustedUrl": {
    mutate: ["src/emulator/projects/TrustedUrl.ts"],
    tests: ["test/emulator/projects/{TrustedUrl,redirectUris}.test.ts"]
  },
  "emulator/VerificationCodes": {
    mutate: ["src/emulator/crypto/VerificationCodes.ts"],
    tests: ["test/emulator/crypto/VerificationCodes.test.ts"]
  },
  "emulator/AccessCheck": {
    mutate: ["src/emulator/access/{AccessCheck,RequiredLevel}.ts"],
    tests: [
      "test/emulator/access/{AccessCheck,TeamAccess}.test.ts",
      "test/emulator/pipeline/Envelope.test.ts",
      "test/emulator/{accounts/restrictedUsers,projects/ownerTeams,projects/ProjectKeys,teams/TeamInvitations}.test.ts"
    ]
  },
  "emulator/Sessions": {
    mutate: ["src/emulator/accounts/Sessions.ts"],
    tests: ["test/emulator/accounts/Sessions.test.ts"]
  },
  "emulator/oauth": { mutate: ["src/emulator/oauth/**/*.ts"], tests: ["test/emulator/oauth/**"] }
}
