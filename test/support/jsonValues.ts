/** Reads the JSON that a test relies on: a value that is missing, or of another type, fails the test by its path. */
import type { Answer } from "./emulatorCalls.ts"

type Path = ReadonlyArray<string | number>

/** The body of a preparation; one that fails is a mistake of the test. */
export const must = (answer: Answer): unknown => {
  if (answer.status < 400) return answer.body
  throw new Error(`a preparation failed with ${answer.status}: ${answer.text}`)
}

/** The value at a path, or `undefined`. */
export const valueAt = (json: unknown, ...path: Path): unknown =>
  path.reduce(
    (value, name) => (typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined),
    json
  )

const unexpected = (kind: string, json: unknown, path: Path) =>
  new Error(`expected ${kind} at ${path.join(".")} of ${JSON.stringify(json)}`)

/** The text at a path. */
export const textAt = (json: unknown, ...path: Path): string => {
  const value = valueAt(json, ...path)
  if (typeof value === "string") return value
  throw unexpected("a text", json, path)
}

/** The list at a path. */
export const listAt = (json: unknown, ...path: Path): ReadonlyArray<unknown> => {
  const value = valueAt(json, ...path)
  if (Array.isArray(value)) return value
  throw unexpected("a list", json, path)
}

/** The texts of the list at a path. */
export const textsAt = (json: unknown, ...path: Path): ReadonlyArray<string> =>
  listAt(json, ...path).map((item) => textAt(item))

/** The id of an object. */
export const readId = (json: unknown): string => textAt(json, "id")
