/**
 * One call of the vendor's SDK with what must come of it. Calls run in Node and in pages, so this module and those with
 * calls import nothing that a page lacks.
 */

/**
 * The SDK as it is published. Its types differ from version to version, while the calls are the same for all, and it is
 * what comes at run time that is tested.
 */
export type Vendor = any

/** What an app needs to know of a project. */
export interface Keys {
  readonly projectId: string
  readonly publishableClientKey: string
  readonly secretServerKey: string
  readonly superSecretAdminKey: string
}

/** A mail to a user. */
export interface Mail {
  readonly subject: string
  readonly text: string
  /** What the link in the mail carries. */
  readonly code: string
}

/** What decides whether a call can pass: the version of the SDK, the generation of the service, and where it runs. */
export interface Circumstances {
  readonly version: string
  readonly service: "2025-06" | "current" | "both"
  readonly platform: "Node" | "Chromium"
}

/** Where a call runs, as far as texts can tell it. */
export interface Place {
  readonly baseUrl: string
  readonly project: Keys
  /** The project whose users own projects. */
  readonly internal: Keys
  /** Where the app's pages are. */
  readonly appUrl: string
  readonly service: Circumstances["service"]
}

/** What a call has at hand. */
export interface World extends Place {
  readonly sdk: Vendor
  /** The next mail to an address. */
  readonly mailTo: (to: string) => Promise<Mail>
}

/** What runs in one page, or in one go. */
export interface Part {
  /** Fails with what is wrong. */
  readonly run: (world: World) => Promise<void>
  /** The path of the page that it leads to, if it leaves its own. */
  readonly leadsTo?: string
}

/** A call. */
export interface Call {
  /** As people write it, such as `user.createTeam`. */
  readonly name: string
  readonly area: Area
  readonly parts: ReadonlyArray<Part>
  /** Why it cannot pass in some circumstances. */
  readonly unless: (circumstances: Circumstances) => string | undefined
}

/** What calls are about. */
export interface Area {
  readonly name: string
  /** Whether apps have the keys of servers and admins, which pages should not have. */
  readonly hasKeys: boolean
}

/** A call of an area. */
export const makeCall =
  (area: Area) =>
  (name: string, run: Part["run"], unless: Call["unless"] = () => undefined): Call => ({
    name,
    area,
    parts: [{ run }],
    unless
  })

/** A call that leads from page to page, and so needs a browser. */
export const makeJourney =
  (area: Area) =>
  (name: string, parts: ReadonlyArray<Part>, unless: Call["unless"] = () => undefined): Call => ({
    name,
    area,
    parts,
    unless: (circumstances) => (circumstances.platform === "Node" ? "needs a browser page" : unless(circumstances))
  })

/** Why a call is not for a version. */
export const unknown = "not in this version of the SDK"

/** Why a call cannot pass before a version of the SDK, whose last number is given. */
export const before =
  (patch: number, reason = unknown): Call["unless"] =>
  ({ version }) =>
    Number(version.split(".")[2]) < patch ? reason : undefined

/** Fails unless two values are the same as JSON; `undefined` is left out of objects there. */
export const equal = (actual: unknown, expected: unknown): void => {
  const [was, wanted] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (was !== wanted) throw new Error(`${was} instead of ${wanted}`)
}

/** Fails unless something holds. */
export function ensure(condition: unknown, what: string): asserts condition {
  if (condition === undefined || condition === null || condition === false) throw new Error(`not so: ${what}`)
}

/** The value of a result, which must be one. */
export const readValue = async (result: Promise<Vendor>): Promise<Vendor> => {
  const { data, error, status } = await result
  if (status !== "ok") throw new Error(`refused: ${error?.errorCode ?? error}`)
  return data
}

/** The code of the error of a result, or of what is thrown; the SDK does either. */
export const readRefusal = async (refused: Promise<Vendor>): Promise<string> => {
  const outcome = await refused.then(
    (result) => result?.error ?? result,
    (error) => error
  )
  if (typeof outcome?.errorCode === "string") return outcome.errorCode
  throw outcome instanceof Error ? outcome : new Error(`nothing was refused: ${JSON.stringify(outcome)}`)
}
