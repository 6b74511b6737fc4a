/** Which versions of the peers are tried, and with which programs. */
import { succeed } from "../../../tools/package/npm.ts"

/** A version of a package to install instead of the usual one, and what is to work with it. */
export interface Row {
  readonly name: string
  readonly version: string
  /** Further packages that come in versions of their own. */
  readonly along: Readonly<Record<string, string>>
  /** Programs by file name: those beside this file, and examples of `docs/examples`. */
  readonly programs: ReadonlyArray<string>
  /** Those whose types are checked, too. */
  readonly checked: ReadonlyArray<string>
}

const examples = [
  "password.ts",
  "oauth.ts",
  "passkey.ts",
  "mfa.ts",
  "cli-login.ts",
  "server-users.ts",
  "data-vault.ts",
  "admin-email-templates.ts",
  "backend-http-api.ts",
  "backend-fleet.ts",
  "backend-telemetry.ts",
  "protect-a-backend.ts"
]

const own = ["react.mjs", "undici.mjs", "peers.mjs"]

/** The published versions of a package, the oldest first, without those before a release. */
export const listVersions = async (name: string): Promise<ReadonlyArray<string>> => {
  const all: ReadonlyArray<string> = JSON.parse(await succeed("npm", ["view", name, "versions", "--json"], "."))
  return all.filter((version) => /^\d+\.\d+\.\d+$/.test(version)).toSorted(compare)
}

/** The order of two versions. */
export const compare = (one: string, other: string): number => {
  const [a, b] = [one, other].map((version) => version.split(".").map(Number))
  const different = a!.findIndex((part, index) => part !== b![index])
  return different === -1 ? 0 : a![different]! - b![different]!
}

const findOldest = (range: string): string => /\d+\.\d+\.\d+/.exec(range)?.[0] ?? "0.0.0"

/** Every release of Effect since the oldest that is promised, each with what is published for it. */
const effects = async (range: string): Promise<ReadonlyArray<Row>> => {
  const platforms = await listVersions("@effect/platform-node")
  const versions = await listVersions("effect")
  return versions
    .filter((version) => compare(version, findOldest(range)) >= 0)
    .map((version) => {
      const fitting = platforms.filter((platform) => compare(platform, version) <= 0)
      const platform = fitting.at(-1)!
      // Which otherwise comes in its newest version, for the newest Effect.
      const along = { "@effect/platform-node": platform, "@effect/platform-node-shared": platform }
      // Its types are those of a layer of Effect 4.1.
      const checked = examples.filter((example) => example !== "backend-telemetry.ts")
      return { name: "effect", version, along, programs: [...examples, ...own], checked }
    })
}

/** The other peers: with which packages their versions go, and which programs need them. */
const others: ReadonlyArray<readonly [name: string, along: ReadonlyArray<string>, programs: ReadonlyArray<string>]> = [
  ["react", ["react-dom"], ["react.mjs"]],
  ["next", [], ["next.mjs"]],
  ["react-router", [], ["react-router.mjs"]],
  ["@tanstack/react-router", [], ["tanstack-start.mjs"]],
  ["hono", [], ["hono.mjs"]],
  ["express", [], ["express.mjs"]],
  ["undici", [], ["undici.mjs"]],
  ["bcryptjs", [], ["peers.mjs"]],
  ["nodemailer", [], ["peers.mjs"]],
  ["@babel/parser", [], ["peers.mjs", "admin-email-templates.ts"]],
  ["@simplewebauthn/server", [], ["passkey.ts"]]
]

/** The oldest and the newest release that are promised. */
const listEdges = (versions: ReadonlyArray<string>, range: string): ReadonlyArray<string> => {
  const oldest = findOldest(range)
  const major = oldest.split(".")[0]!
  const promised = versions.filter((version) => compare(version, oldest) >= 0 && version.startsWith(`${major}.`))
  return [...new Set([promised[0], promised.at(-1)].filter((version) => version !== undefined))]
}

/** All rows, for the ranges that `package.json` declares. */
export const listRows = async (ranges: Readonly<Record<string, string>>): Promise<ReadonlyArray<Row>> => {
  const rest = await Promise.all(
    others.map(async ([name, along, programs]) =>
      listEdges(await listVersions(name), ranges[name]!).map((version) => ({
        name,
        version,
        along: Object.fromEntries(along.map((other) => [other, version])),
        programs,
        checked: []
      }))
    )
  )
  return [...(await effects(ranges["effect"]!)), ...rest.flat()]
}

/** The tags under which the next releases are published. */
const canaries: ReadonlyArray<
  readonly [name: string, tag: string, along: ReadonlyArray<string>, programs: ReadonlyArray<string>]
> = [
  ["effect", "next", ["@effect/platform-node", "@effect/platform-node-shared"], [...examples, ...own]],
  ["react", "canary", ["react-dom"], ["react.mjs"]],
  ["next", "canary", [], ["next.mjs"]],
  ["hono", "next", [], ["hono.mjs"]],
  ["react-router", "pre", [], ["react-router.mjs"]]
]

const readTags = async (name: string): Promise<Readonly<Record<string, string>>> =>
  JSON.parse(await succeed("npm", ["view", name, "dist-tags", "--json"], "."))

/**
 * The next releases that are published today. They are outside of the ranges, so npm has to be told to install them.
 */
export const canaryRows = async (): Promise<ReadonlyArray<Row>> => {
  const rows = canaries.map(async ([name, tag, along, programs]) => {
    const version = (await readTags(name))[tag]
    if (version === undefined) return []
    return [{ name, version, along: Object.fromEntries(along.map((other) => [other, tag])), programs, checked: [] }]
  })
  return (await Promise.all(rows)).flat()
}
