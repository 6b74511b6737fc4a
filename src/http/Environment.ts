/**
 * Reads the options of a project from environment variables with the vendor's names
 * (docs/protocol/generations.md#environment-variables), and those of Vite, so that an app can migrate without changing
 * them. Variables with `HEXCLAVE` are preferred to those with `STACK`.
 */
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import { InvalidOption } from "../domain/errors/InvalidOption.ts"

/**
 * The names of each option, in order of preference; `*` is replaced with the brand, `SIDE` with `BROWSER` or `SERVER`.
 */
const variables = {
  projectId: ["*_PROJECT_ID", "NEXT_PUBLIC_*_PROJECT_ID", "VITE_*_PROJECT_ID"],
  publishableClientKey: [
    "*_PUBLISHABLE_CLIENT_KEY",
    "NEXT_PUBLIC_*_PUBLISHABLE_CLIENT_KEY",
    "VITE_*_PUBLISHABLE_CLIENT_KEY"
  ],
  secretServerKey: ["*_SECRET_SERVER_KEY"],
  superSecretAdminKey: ["*_SUPER_SECRET_ADMIN_KEY"],
  apiUrl: [
    "*_API_URL",
    "NEXT_PUBLIC_SIDE_*_API_URL",
    "NEXT_PUBLIC_*_API_URL_SIDE",
    "NEXT_PUBLIC_*_API_URL",
    "NEXT_PUBLIC_*_URL",
    "VITE_*_API_URL"
  ],
  extraRequestHeaders: ["NEXT_PUBLIC_*_EXTRA_REQUEST_HEADERS", "*_EXTRA_REQUEST_HEADERS"]
}

/** An option that can come from the environment. */
export type Option = keyof typeof variables

/** The name and value of a variable that is set. */
export interface Variable {
  readonly name: string
  readonly text: string
}

type Found<O extends Option> = { readonly [Key in O]?: Variable }

/**
 * The variables of these options that are set. Fails with `InvalidOption` if the two brands name different projects and
 * the options are not all of one brand: a key or URL could belong to the other project.
 */
export const read = Effect.fnUntraced(function* <O extends Option>(
  ...options: ReadonlyArray<O>
): Effect.fn.Return<Found<O>, InvalidOption | Config.ConfigError> {
  const renamed = yield* readBrand("HEXCLAVE", options)
  const former = yield* readBrand("STACK", options)
  const [mine, other] = [renamed.get("projectId"), former.get("projectId")]
  const stray = Array.from(former).find(([option]) => !renamed.has(option))?.[1]
  if (mine !== undefined && other !== undefined && mine.text !== other.text && stray !== undefined) {
    return yield* new InvalidOption({
      option: "projectId",
      problem: `${mine.name} and ${other.name} name different projects, and ${stray.name} belongs to one of them; remove the variables of the project that is not meant`
    })
  }
  return Object.fromEntries([...former, ...renamed]) as Found<O>
})

/** The options that were found. Only the project ID is always there, though it may be empty. */
export type Options<O extends Option> = { readonly projectId: string } & { readonly [Key in O]?: string }

/**
 * The options of every app, and further ones. A missing project id becomes an empty text, which the app's own check of
 * its options reports.
 */
export const options = <O extends Option = never>(
  ...more: ReadonlyArray<O>
): Effect.Effect<Options<O | "publishableClientKey" | "apiUrl">, InvalidOption | Config.ConfigError> =>
  Effect.map(
    read<Option>("projectId", "publishableClientKey", "apiUrl", ...more),
    (found) =>
      Object.fromEntries([
        ["projectId", ""],
        ...Object.entries(found).map(([option, { text }]) => [option, text])
      ]) as Options<O | "publishableClientKey" | "apiUrl">
  )

const readBrand = Effect.fnUntraced(function* (brand: string, wanted: ReadonlyArray<Option>) {
  const found = new Map<Option, Variable>()
  const side = globalThis.document === undefined ? "SERVER" : "BROWSER"
  for (const option of wanted) {
    for (const pattern of variables[option]) {
      const name = pattern.replace("*", brand).replace("SIDE", side)
      const text = yield* Config.withDefault(Config.String(name), "")
      if (text !== "" && !found.has(option)) found.set(option, { name, text })
    }
  }
  return found
})

/** Drops members that are undefined, so that they do not override the environment. */
export const withoutUndefined = <A extends object>(overrides: A): A =>
  Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined)) as A
