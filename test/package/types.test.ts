/** What the published types show in an editor, and what they cost to check. */
import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import { API, NodeBuilderFlags, type Project } from "typescript/unstable/sync"
import { dist, ensureBuilt } from "../bench/built.ts"
import { root } from "../support/root.ts"

const folder = path.join(root, "test/types/consumer")
const config = path.join(folder, "tsconfig.json")

let api: API
let project: Project

beforeAll(async () => {
  await ensureBuilt()
  api = new API({ cwd: root })
  project = api.updateSnapshot({ openProjects: [config] }).getProject(config)!
})

afterAll(() => api.close())

const declaration = "export const "

/** The type of a constant of `hovers.ts`, as an editor shows it. */
const hover = (name: string): string => {
  const file = path.join(folder, "hovers.ts")
  const position = fs.readFileSync(file, "utf8").indexOf(`${declaration}${name} =`) + declaration.length
  const type = project.checker.getTypeAtPosition(file, position)!
  return project.checker.typeToString(type, undefined, NodeBuilderFlags.NoTruncation)
}

const notAllowed = "AnonymousAuthenticationNotAllowed | CannotGetOwnUserWithoutUser"

describe("the published types", () => {
  it.each([
    [
      "signIn",
      "(input: { readonly email: string; readonly password: SecretInput; } & SignInOptions) => Effect<void, EmailPasswordMismatch | InvalidTotpCode | MultiFactorAuthenticationRequired | PasswordAuthenticationNotEnabled | RequestRefused | TokenStoreUnavailable | TransportError | VerificationCodeAlreadyUsed | VerificationCodeExpired | VerificationCodeMaxAttemptsReached | VerificationCodeNotFound, Session>"
    ],
    [
      "listTeams",
      `Effect<readonly Team[], ${notAllowed} | RequestRefused | RestrictedUserNotAllowed | TransportError | UserAuthenticationRequired, Session>`
    ],
    [
      "createTeam",
      `(input: Pick<CreateTeam, "clientMetadata" | "displayName" | "profileImageUrl">) => Effect<CreatedTeam, ${notAllowed} | ClientTeamCreationNotEnabled | RequestRefused | RestrictedUserNotAllowed | TransportError | UserAuthenticationRequired | UserNotFound, Session>`
    ],
    [
      "updateUser",
      `(input: UpdateMe) => Effect<CurrentUser, ${notAllowed} | MagicLinkNotEnabled | RequestRefused | RestrictedUserNotAllowed | TeamMembershipNotFound | TransportError | UserAuthenticationRequired | UserWithEmailAlreadyExists, Session>`
    ],
    [
      "startOAuth",
      "(options: OAuthOptions) => Effect<string, BotChallengeFailed | BotChallengeRequired | CryptoUnavailable | InvalidOption | InvalidScope | OAuthExtraScopeNotAvailableWithSharedOAuthKeys | OAuthFlowsUnavailable | OAuthProviderNotFoundOrNotEnabled | RedirectUrlNotWhitelisted | RequestRefused | SignUpRejected | TransportError | UntrustedRedirect, Session>"
    ],
    [
      "listSessions",
      `Effect<readonly Session[], ${notAllowed} | RequestRefused | RestrictedUserNotAllowed | TransportError | UserAuthenticationRequired, Session>`
    ],
    [
      "hasPermission",
      `(input: Scope & { readonly permissionId: string; }) => Effect<boolean, ${notAllowed} | RequestRefused | RestrictedUserNotAllowed | TransportError | UserAuthenticationRequired, Session>`
    ],
    ["getUser", "(userId: UserId) => Effect<ServerUser, RequestRefused | TransportError | UserNotFound, ServerApp>"],
    ["updateProject", "(input: ProjectUpdate) => Effect<AdminProject, RequestRefused | TransportError, AdminApp>"],
    [
      "listDefinitions",
      "(scope: PermissionScope) => Effect<readonly PermissionDefinition[], RequestRefused | TransportError, AdminApp>"
    ]
  ])("show what %s takes, gives and can fail with", (name, expected) => {
    expect(hover(name)).toBe(expected)
  })

  it("name the likely tag for one that does not exist", () => {
    const diagnostics = project.program.getSemanticDiagnostics(path.join(folder, "mistyped.ts"))
    expect(diagnostics.map(({ text }) => text).join("\n")).toMatch(/"EmailPasswordMissmatch".*"EmailPasswordMismatch"/)
  })

  it("take less than 20,000 instantiations to check in an app", () => {
    const tsc = path.join(root, "node_modules/typescript/bin/tsc")
    const options = ["--ignoreConfig", "--module", "NodeNext", "--strict", "--skipLibCheck", "--noEmit"]
    const { status, stdout } = spawnSync(
      process.execPath,
      [tsc, path.join(folder, "app.ts"), ...options, "--extendedDiagnostics"],
      { cwd: root, encoding: "utf8" }
    )
    expect(status, stdout).toBe(0)
    expect(Number(/^Instantiations:\s+(\d+)/m.exec(stdout)?.[1])).toBeLessThan(20_000)
  })

  it("are short for the whole contract", () => {
    expect(fs.statSync(path.join(dist, "api/Api.d.ts")).size).toBeLessThan(300_000)
  })
})
