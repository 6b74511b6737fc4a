/**
 * Writes docs/supported.md: which endpoint and which error is supported by
 * what. Nothing in it is claimed by hand: the contract names endpoints, levels
 * and errors, operations name the endpoints that they call, the emulator names its routes, and
 * the conformance scenarios are run against each generation of the service to
 * see what they try and provoke.
 *
 * `--json` prints the tables as JSON instead; `--check` writes nothing and fails when the page is out of date.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as TestClock from "effect/testing/TestClock"
import * as Tracer from "effect/Tracer"
import { readFileSync, writeFileSync } from "node:fs"
import { pathToFileURL } from "node:url"
import { type Refusal, refusalKey } from "../../src/api/Refusals.ts"
import { isKnownErrorSchema } from "../../src/api/schema/KnownErrorSchema.ts"
import * as Errors from "../../src/domain/errors/index.ts"
import { type Service, services } from "../../src/domain/Service.ts"
import { routes } from "../../src/emulator/handlers/Routes.ts"
import { type Called, dataOf, type OperationData } from "../../src/operation/Operation.ts"
import * as Payments from "../../src/payments/promise.ts"
import * as ServerPayments from "../../src/payments/promiseServer.ts"
import { createAdminApp } from "../../src/promise/AdminApp.ts"
import { createClientApp } from "../../src/promise/ClientApp.ts"
import { createServerApp } from "../../src/promise/ServerApp.ts"
import { Backend, inProcess } from "../../test/conformance/Backend.ts"
import type { Exchange, Record as Recorded } from "../../test/conformance/Record.ts"
import type { Scenario } from "../../test/conformance/Scenario.ts"
import { areas } from "../../test/conformance/scenarios.ts"
import { allEntries, entries, type Level, levels, match, statusOf } from "../catalog/endpoints.ts"
import { operations } from "../catalog/operations.ts"

/** What is so in each generation of the service. */
export type ByService = Readonly<Record<Service, boolean>>

/** One endpoint of the contract. */
export interface EndpointRow {
  readonly method: string
  readonly path: string
  /** Who may call it; `public` is anybody, without a key. */
  readonly levels: ReadonlyArray<Level | "public">
  /** The operations that call it, such as `Password.signIn`, or null. */
  readonly operation: string | null
  /** The same as methods of an app of promises, such as `app.password.signIn`, or null. */
  readonly promise: string | null
  /** Whether the emulator answers it. */
  readonly emulator: boolean
  /** Whether a conformance scenario gets a success from it, in each generation of the service. */
  readonly tested: ByService
}

/** One known error of the domain. */
export interface ErrorRow {
  readonly code: string
  /** Whether an endpoint of the contract lists it. */
  readonly declared: boolean
  /** Whether a conformance scenario meets it, in each generation of the service. */
  readonly provoked: ByService
}

/** What is supported. */
export interface Supported {
  readonly endpoints: ReadonlyArray<EndpointRow>
  readonly errors: ReadonlyArray<ErrorRow>
}

interface Group {
  readonly title: string
  readonly rows: ReadonlyArray<EndpointRow>
}

/* ------------------------------------------------------------- observations */

/** Plays a scenario, by an emulator of its own if need be, and answers the record of that emulator. */
const play = (service: Service, { effect, options }: Scenario) => {
  const recorded = Effect.andThen(
    Effect.scoped(effect),
    Effect.map(Backend, ({ record }) => record)
  )
  return options === undefined ? recorded : Effect.provide(recorded, inProcess(service).layer(options))
}

/** Runs every scenario of a generation, and tells what was sent and what came back. */
const observe = (service: Service): Effect.Effect<Recorded, unknown> =>
  Effect.gen(function* () {
    const records = new Set<Recorded>()
    for (const [area, scenarios] of areas) {
      for (const scenario of scenarios.filter(({ services }) => services.includes(service))) {
        const exit = yield* Effect.exit(play(service, scenario))
        if (Exit.isSuccess(exit)) records.add(exit.value)
        else return yield* Effect.die(`The scenario "${area}: ${scenario.name}" fails:\n${Cause.pretty(exit.cause)}`)
      }
    }
    return {
      exchanges: [...records].flatMap(({ exchanges }) => exchanges),
      failures: new Set([...records].flatMap(({ failures }) => [...failures]))
    }
  }).pipe(
    Effect.provide(Layer.provideMerge(inProcess(service).layer(), TestClock.layer())),
    // with which operations say what they are
    Effect.provideService(Tracer.Tracer, Tracer.make({ span: (options) => new Tracer.NativeSpan(options) }))
  )

/** One record for each generation. */
type Observed = Readonly<Record<Service, Recorded>>

const byService = <A>(observed: Observed, found: (record: Recorded) => A): Readonly<Record<Service, A>> => ({
  "2025-06": found(observed["2025-06"]),
  current: found(observed.current)
})

/** Whether something is found in the set of each generation. */
const isIn = (sets: Readonly<Record<Service, ReadonlySet<string>>>, name: string): ByService => ({
  "2025-06": sets["2025-06"].has(name),
  current: sets.current.has(name)
})

/** The identifiers of the endpoints that gave a success. */
const successes = ({ exchanges }: Recorded): ReadonlySet<string> =>
  new Set(
    exchanges.flatMap(({ knownError, level, method, path, status }) => {
      const known = levels.find((one) => one === level)
      // the greeting stands at the root itself
      // a browser is sent to an error page by a redirect
      const isSuccess = status < 400 && knownError === undefined
      const found = isSuccess ? (match(method, path, known) ?? match(method, `${path}/`, known)) : undefined
      return found === undefined ? [] : [found.endpoint.identifier]
    })
  )

const codesOf = ({ exchanges, failures }: Recorded): ReadonlySet<string> =>
  new Set([...failures, ...exchanges.flatMap(({ knownError }) => (knownError === undefined ? [] : [knownError]))])

/* --------------------------------------------------------------- the source */

/** The identifier of the endpoint that answers an operation of this level; a variant may stand for it there. */
const identifierOf = (level: Level, { method, path }: Called): string | undefined => {
  const found = [...entries[level], ...allEntries].find(
    ({ endpoint }) => endpoint.method === method && endpoint.path === `/api/v1${path}`
  )
  return found?.endpoint.identifier
}

const isCalledBy = (identifier: string, { endpoints, level }: OperationData): boolean =>
  level !== undefined &&
  endpoints.some((endpoint) => identifierOf(level === "user" ? "client" : level, endpoint) === identifier)

const options = { projectId: "internal", publishableClientKey: "pck_none" }

/** An app of promises of each kind, and the name that the page gives it. */
const promiseApps = (): ReadonlyArray<readonly [name: string, app: object]> => {
  const client = createClientApp(options)
  const server = createServerApp({ ...options, secretServerKey: "ssk_none" })
  return [
    ["app", client],
    ["createPayments(app)", { "": Payments.createPayments(client) }],
    ["createPayments(serverApp)", { "": ServerPayments.createPayments(server) }],
    ["serverApp", server],
    // what concerns the user of a request is offered by the request
    ["serverApp.forRequest(request)", { currentUser: server.forRequest({ refreshToken: "none" }).currentUser }],
    ["adminApp", createAdminApp({ ...options, superSecretAdminKey: "sak_none" })]
  ]
}

// Areas that load with their first call have their operations from then on.
await createClientApp({ projectId: "" }).teams.list.result()

/** The methods of the apps of promises, by their operations. The lowest app that has an operation stands for all. */
export const promiseMethods = (): ReadonlyMap<string, string> => {
  const methods = new Map<string, string>()
  for (const [app, areas] of promiseApps()) {
    for (const [area, members] of Object.entries(areas) as ReadonlyArray<readonly [string, unknown]>) {
      if (typeof members !== "object" || members === null) continue
      for (const [method, value] of Object.entries(members) as ReadonlyArray<readonly [string, unknown]>) {
        const operation = dataOf(value)?.name
        if (operation !== undefined && !methods.has(operation))
          methods.set(operation, [app, area, method].filter((name) => name !== "").join("."))
      }
    }
  }
  return methods
}

/* ----------------------------------------------------------------- the rows */

const joined = (names: ReadonlyArray<string>): string | null => (names.length === 0 ? null : names.join(", "))

const titleOf = (group: string) =>
  group.charAt(0).toUpperCase() + group.slice(1).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const endpointGroups = (observed: Observed): ReadonlyArray<Group> => {
  const tested = byService(observed, successes)
  const answered = new Set(routes.map(({ endpoint }) => endpoint.identifier))
  const offered = promiseMethods()
  const groups = new Map<string, Array<EndpointRow>>()
  for (const { endpoint, group } of allEntries) {
    const { identifier, method, path } = endpoint
    const callers = operations.flatMap(({ data }) => (isCalledBy(identifier, data) ? [data.name] : [])).toSorted()
    const methods = callers.map((name) => offered.get(name)).filter((name) => name !== undefined)
    const row: EndpointRow = {
      method,
      path,
      levels:
        endpoint.middlewares.size === 0
          ? ["public"]
          : levels.filter((level) => entries[level].some((entry) => entry.endpoint.identifier === identifier)),
      operation: joined(callers),
      promise: joined(methods),
      emulator: answered.has(identifier),
      tested: isIn(tested, identifier)
    }
    // variants by level belong beside the shared endpoints of their area
    const title = titleOf(
      group.replace(/^(client|server|admin)(?=[A-Z])/, "").replace(/^[A-Z]/, (c) => c.toLowerCase())
    )
    groups.set(title, [...(groups.get(title) ?? []), row])
  }
  return [...groups].map(([title, rows]) => ({ title, rows }))
}

/** A middleware class knows its errors, but its general type does not say so. */
type AnyMiddleware = { readonly error: Iterable<unknown> }

const declaredCodes = (): ReadonlySet<string> =>
  new Set(
    allEntries
      .flatMap(({ endpoint }) => [
        ...endpoint.error,
        ...[...endpoint.middlewares].flatMap((middleware) => [...(middleware as unknown as AnyMiddleware).error])
      ])
      .filter(isKnownErrorSchema)
      .map((schema) => schema.class.code)
  )

const errorRows = (observed: Observed): ReadonlyArray<ErrorRow> => {
  const declared = declaredCodes()
  const provoked = byService(observed, codesOf)
  const codes = Object.values(Errors).flatMap((value: unknown) =>
    typeof value === "function" && "code" in value && typeof value.code === "string" ? [value.code] : []
  )
  return [...new Set(codes)]
    .sort()
    .map((code) => ({ code, declared: declared.has(code), provoked: isIn(provoked, code) }))
}

/** The service knows these codes and sends them nowhere. */
const unsent = "the service never sends it"

/** Why no scenario meets an error. A test fails when this misses one, or names one that is met. */
export const reasons: Readonly<Record<string, string>> = {
  ALL_OVERLOADS_FAILED: "no documented request causes it: the caller's level decides which shape answers",
  CLIENT_OR_ADMIN_AUTHENTICATION_REQUIRED: unsent,
  CLIENT_OR_SERVER_AUTHENTICATION_REQUIRED: unsent,
  CLIENT_OR_SERVER_OR_ADMIN_AUTHENTICATION_REQUIRED: unsent,
  CLI_AUTH_ERROR: "the client's error for a login state that the service doesn't have today",
  EMAIL_NOT_ASSOCIATED_WITH_USER: unsent,
  EMAIL_NOT_VERIFIED: unsent,
  EMAIL_TEMPLATE_ALREADY_EXISTS: unsent,
  INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN: "a deleted project no longer belongs to its owner",
  INVALID_SHARED_OAUTH_PROVIDER_ID: unsent,
  INVALID_STANDARD_OAUTH_PROVIDER_ID: unsent,
  ITEM_QUANTITY_INSUFFICIENT_AMOUNT: "only if a plan of the hosted service limits the members of a team",
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
 * one, or has a line that is good for none.
 */
export const unprovokedReasons: ReadonlyArray<readonly [pattern: RegExp, reason: string]> = [
  [/^greet: /, "it names the errors of all levels, and the scenarios of Access get them from other endpoints"],
  [
    /: (?:ITEM_QUANTITY_INSUFFICIENT_AMOUNT|TEAM_INVITATION_EMAIL_MISMATCH)$/,
    "no scenario meets it anywhere, see above"
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
  [/^serverUpdateMe: PasswordAuthenticationNotEnabled$/, asOthers],
  [/^serverUpdateProviderAccount: ProviderAccountNotFound$/, asOthers],
  [
    /^(?:(?:get|replace|reset)Overrides|(?:get|unlink)ConfigurationSource): NotInThisService$/,
    "the service of 2025-06 answers so, and the scenarios of these endpoints ask the current one"
  ]
]

const refusalIn = SchemaAST.resolveAt<Refusal>(refusalKey)

/** Whether an answer is the error of a schema. */
const isAnswerOf = (schema: Schema.Top, { knownError, refusal, status }: Exchange): boolean => {
  if (isKnownErrorSchema(schema)) return knownError === schema.class.code
  return status === statusOf(schema) && refusal !== undefined && refusalIn(schema.ast)?.words.test(refusal) === true
}

const nameOf = (schema: Schema.Top): string =>
  isKnownErrorSchema(schema) ? schema.class.code : new (refusalIn(schema.ast)!.Class)({ error: "" })._tag

/** The errors of endpoints of their own, besides those of their access level, that no scenario gets from them. */
const unprovoked = (observed: Observed): ReadonlyArray<string> => {
  const exchanges = services.flatMap((service) => observed[service].exchanges)
  const of = new Map<string, Array<Exchange>>()
  for (const exchange of exchanges) {
    const level = levels.find((one) => one === exchange.level)
    const found = match(exchange.method, exchange.path, level)?.endpoint.identifier
    if (found === undefined) continue
    of.set(found, [...(of.get(found) ?? []), exchange])
  }
  return allEntries.flatMap(({ endpoint }) =>
    [...endpoint.error]
      .filter((schema) => of.get(endpoint.identifier)?.some((exchange) => isAnswerOf(schema, exchange)) !== true)
      .map((schema) => `${endpoint.identifier}: ${nameOf(schema)}`)
  )
}

/** The codes of {@link reasons} that stand there because the service does not send them. */
export const unsentCodes: ReadonlyArray<string> = Object.keys(reasons).filter((code) => reasons[code] === unsent)

/* ----------------------------------------------------------------- the page */

const mark = (value: boolean) => (value ? "yes" : "")

const code = (text: string | null) =>
  text === null
    ? ""
    : text
        .split(", ")
        .map((one) => `\`${one}\``)
        .join(", ")

const share = (rows: ReadonlyArray<unknown>, all: ReadonlyArray<unknown>) => `${rows.length} of ${all.length}`

const page = (groups: ReadonlyArray<Group>, errors: ReadonlyArray<ErrorRow>): string => {
  const rows = groups.flatMap((group) => group.rows)
  const table = ({ rows, title }: Group) =>
    [
      `### ${title}`,
      "",
      "| method | path | levels | operation | promise | emulator | 2025-06 | current |",
      "|---|---|---|---|---|---|---|---|",
      ...rows.map(
        (row) =>
          `| ${row.method} | \`${row.path}\` | ${row.levels.join(", ")} | ${code(row.operation)} | ${code(row.promise)} ` +
          `| ${mark(row.emulator)} | ${mark(row.tested["2025-06"])} | ${mark(row.tested.current)} |`
      ),
      ""
    ].join("\n")
  return [
    "# What is supported",
    "",
    "This page lists the endpoints and errors that Gatefold supports. `npm run generate -- supported` generates it from the contract,",
    "the source, the emulator's routes and a run of the conformance tests against the emulator in each",
    "[generation of the service](guides/which-service.md). If an endpoint's shape depends on the level, each shape has a row.",
    "",
    "| | |",
    "|---|---|",
    `| endpoints in the contract | ${rows.length} |`,
    `| with an operation | ${share(
      rows.filter((row) => row.operation !== null),
      rows
    )} |`,
    `| supported by the emulator | ${share(
      rows.filter((row) => row.emulator),
      rows
    )} |`,
    ...services.map(
      (service) =>
        `| called successfully by a test, ${service} | ${share(
          rows.filter((row) => row.tested[service]),
          rows
        )} |`
    ),
    `| errors that an endpoint declares | ${share(
      errors.filter((error) => error.declared),
      errors
    )} |`,
    ...services.map(
      (service) =>
        `| errors that a test provokes, ${service} | ${share(
          errors.filter((error) => error.provoked[service]),
          errors
        )} |`
    ),
    "",
    "## Endpoints",
    "",
    "- **levels**: the access levels that may call it. `public` needs no key.",
    "- **operation**, **promise**: the functions that call it. `server/Users.stream` and `app.users.stream` stream the pages",
    "  of `server/Users.list`.",
    "- **emulator**: the emulator supports it.",
    "- **2025-06**, **current**: a conformance test calls it successfully in this generation of the service.",
    "",
    ...groups.map(table),
    "## Errors",
    "",
    "- **declared**: an endpoint of the contract lists it, so operations have it in their types.",
    "- **2025-06**, **current**: a conformance test gets it in this generation of the service. If none can in either, the",
    "  table says why.",
    "",
    "| code | declared | 2025-06 | current | |",
    "|---|---|---|---|---|",
    ...errors.map(
      ({ code, declared, provoked }) =>
        `| \`${code}\` | ${mark(declared)} | ${mark(provoked["2025-06"])} | ${mark(provoked.current)} ` +
        `| ${reasons[code] ?? ""} |`
    ),
    ""
  ].join("\n")
}

/** What was sent in an operation. */
export interface Sent {
  readonly operation: OperationData
  readonly exchanges: ReadonlyArray<Exchange>
}

const sentIn = (observed: Observed): ReadonlyArray<Sent> => {
  const sent = new Map<string, { readonly operation: OperationData; readonly exchanges: Array<Exchange> }>()
  for (const exchange of services.flatMap((service) => observed[service].exchanges)) {
    for (const operation of exchange.operations ?? []) {
      const known = sent.get(operation.name) ?? { operation, exchanges: [] }
      sent.set(operation.name, known)
      known.exchanges.push(exchange)
    }
  }
  return [...sent.values()]
}

/** What was found out. */
export interface Found {
  readonly supported: Supported
  readonly page: string
  /** What the scenarios have sent, by the operation that it was sent in. */
  readonly sent: ReadonlyArray<Sent>
  /** The errors that an endpoint declares and no scenario gets from it, as `endpoint: error`. */
  readonly unprovoked: ReadonlyArray<string>
}

/** Finds out what is supported, and how the page says it. */
export const generate = async (): Promise<Found> => {
  const observed = {
    "2025-06": await Effect.runPromise(observe("2025-06")),
    current: await Effect.runPromise(observe("current"))
  }
  const groups = endpointGroups(observed)
  const errors = errorRows(observed)
  return {
    supported: { endpoints: groups.flatMap((group) => group.rows), errors },
    page: page(groups, errors),
    sent: sentIn(observed),
    unprovoked: unprovoked(observed)
  }
}

const file = new URL("../../docs/supported.md", import.meta.url)

/** The page as it is. */
export const currentPage = (): string | undefined => {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return undefined
  }
}

if (process.argv[1] !== undefined && pathToFileURL(process.argv[1]).href === import.meta.url) {
  const { page, supported } = await generate()
  if (process.argv.includes("--check")) {
    if (currentPage() !== page) {
      console.error("Out of date, run `npm run generate -- supported`: docs/supported.md")
      process.exitCode = 1
    }
  } else if (process.argv.includes("--json")) {
    console.log(JSON.stringify(supported, null, 2))
  } else {
    writeFileSync(file, page)
    console.log("Wrote docs/supported.md")
  }
}
