/** The first problem in a value from outside, such as a seed, and its location. */
import * as SchemaIssue from "effect/SchemaIssue"

/** `a.b[0].c` */
export const formatKeyPath = (keys: ReadonlyArray<unknown>): string =>
  keys.reduce<string>((path, key) => {
    if (typeof key === "number") return `${path}[${key}]`
    return path === "" ? String(key) : `${path}.${String(key)}`
  }, "")

const format = SchemaIssue.makeFormatterStandardSchemaV1()

export const findFirstProblem = (issue: SchemaIssue.Issue): { readonly path: string; readonly problem: string } => {
  const [first] = format(issue).issues
  const keys = (first?.path ?? []).map((key) => (typeof key === "object" ? key.key : key))
  return { path: formatKeyPath(keys), problem: first?.message ?? "Expected something else" }
}
