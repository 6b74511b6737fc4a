/** Types that replace those of Effect in the declarations. */

/** Declarations of the same purpose as Effect's. */
export const prelude = `/** A secret that prints as \`<redacted>\`. \`reveal\` returns its value. */
export interface Redacted<out T = string> {
  readonly "~gatefold/Redacted": T
}

/** How long something takes: milliseconds, or a text such as \`"5 seconds"\`. */
export type Duration = number | "Infinity" | \`\${number} \${"milli" | "second" | "minute" | "hour" | "day" | "week"}\${"" | "s"}\`

/** A layer of Effect that replaces a part of the platform. */
export interface PlatformLayer {
  readonly "~effect/Layer": unknown
}

/** Any JSON value. */
export type Json = null | string | number | boolean | ReadonlyArray<Json> | JsonObject

/** Any JSON object. */
export interface JsonObject {
  readonly [key: string]: Json
}

/** The value that a method's \`result\` variant resolves to. */
export type Result<A, E> = { readonly ok: true; readonly value: A } | { readonly ok: false; readonly error: E }
`

/** The replacements of Effect's types, by their names; `null` for types that have to be printed by their structure. */
export const ofEffect: Readonly<Record<string, string>> = {
  Input: "Duration",
  Duration: "Duration",
  Json: "Json",
  JsonArray: "ReadonlyArray<Json>",
  JsonObject: "JsonObject",
  Layer: "PlatformLayer"
}

/** Types of entries that the prelude has. */
export const inPrelude = new Set(["Json", "JsonObject", "Result", "TypedPromise"])
