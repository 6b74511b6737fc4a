/**
 * Checks of schemas as text. Those of Schema itself are written out; any other has to be a named function.
 */
import type * as SchemaAST from "effect/SchemaAST"
import { type NamedRule, ruleKey } from "../../../src/api/schema/Rule.ts"
import type { Module } from "./Module.ts"
import { valueName } from "./names.ts"

interface Builtin {
  readonly id: string
  readonly payload: Readonly<Record<string, unknown>> | null
}

type Filter = SchemaAST.Filter<unknown>

/** The checks of an AST, one by one. */
export const filtersOf = (ast: SchemaAST.AST): ReadonlyArray<Filter> => {
  const flat = (check: SchemaAST.Check<unknown>): ReadonlyArray<Filter> =>
    check._tag === "Filter" ? [check] : check.checks.flatMap(flat)
  return (ast.checks ?? []).flatMap(flat)
}

const builtinOf = (filter: Filter): Builtin | undefined =>
  filter.annotations?.representation as unknown as Builtin | undefined

/** The id of a check of Schema, such as `isInt`. */
export const idOf = (filter: Filter): string | undefined => builtinOf(filter)?.id.replace("effect/schema/", "")

/** The named function that a check is by. */
export const ruleOf = (filter: Filter): NamedRule | undefined => filter.annotations?.[ruleKey] as NamedRule | undefined

/** What is checked, as text: `value` is what the check sees, `made` what comes of it if that is something else. */
export const checked = (
  filter: Filter,
  module: Module,
  { key, made, value }: { readonly value: string; readonly key: string; readonly made?: string }
): string => {
  const rule = ruleOf(filter)
  if (rule !== undefined) {
    const is = module.value(valueName(rule.is, "a check"))
    const expected = JSON.stringify(rule.expected)
    return made === undefined
      ? `${module.runtime("check")}(${value}, ${key}, ${is}, ${expected})`
      : `${module.runtime("checked")}(${made}, ${value}, ${key}, ${is}, ${expected})`
  }
  const builtin = builtinOf(filter)
  if (builtin === undefined || made !== undefined) throw new Error(`${module.file}: a check without a name`)
  const { maximum = "Infinity", minimum = "-Infinity", ...payload } = builtin.payload ?? {}
  switch (idOf(filter)) {
    case "isPattern": {
      const pattern = `/${String(payload.source)}/${String(payload.flags)}`
      const name = `pattern${[...module.declarations.keys()].filter((key) => /^pattern\d+$/.test(key)).length + 1}`
      const shared = module.share(name, pattern)
      const expected = filter.annotations?.expected ?? `a string matching the RegExp ${String(payload.source)}`
      return `${module.runtime("matches")}(${value}, ${key}, ${shared}, ${JSON.stringify(expected)})`
    }
    case "isMaxLength":
      return `${module.runtime("atMost")}(${value}, ${key}, ${String(payload.maxLength)})`
    case "isBetween":
    case "isGreaterThanOrEqualTo":
    case "isLessThanOrEqualTo":
      if (payload.exclusiveMaximum !== undefined || payload.exclusiveMinimum !== undefined) break
      return `${module.runtime("between")}(${value}, ${key}, ${String(minimum)}, ${String(maximum)})`
  }
  throw new Error(`${module.file}: the check ${builtin.id} is not known`)
}
