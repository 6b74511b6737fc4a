/** Checks of schemas as text. Those of Schema itself are written out; any other has to be a named function. */
import type * as SchemaAST from "effect/SchemaAST"
import { type NamedRule, ruleKey } from "../../../src/api/schema/Rule.ts"
import { findValueName } from "./names.ts"
import { makeError, type Site, type Value } from "./Site.ts"

/** One check. */
export type Filter = SchemaAST.Filter<unknown>

interface Builtin {
  readonly id: string
  readonly payload: Readonly<Record<string, unknown>> | null
}

/** The checks of an AST, one by one. */
export const listFilters = (ast: SchemaAST.AST): ReadonlyArray<Filter> => {
  const flatten = (check: SchemaAST.Check<unknown>): ReadonlyArray<Filter> =>
    check._tag === "Filter" ? [check] : check.checks.flatMap(flatten)
  return (ast.checks ?? []).flatMap(flatten)
}

/** The id of a check of Schema, such as `isInt`. */
export const readId = (filter: Filter): string | undefined => findBuiltin(filter)?.id.replace("effect/schema/", "")

const findBuiltin = (filter: Filter) => filter.annotations?.representation as unknown as Builtin | undefined

/** The function that a check is by, and what it expects, as arguments. */
const compileRule = (filter: Filter, { module }: Site): ReadonlyArray<string> | undefined => {
  const rule = filter.annotations?.[ruleKey] as NamedRule | undefined
  return rule && [module.value(findValueName(rule.is, "a check")), JSON.stringify(rule.expected)]
}

/** A value that has to pass the checks of an AST, except those that are made already. */
export const withChecks = (
  ast: SchemaAST.AST,
  site: Site,
  { key, value }: Value,
  made: ReadonlyArray<string> = []
): string =>
  listFilters(ast)
    .filter((filter) => !made.includes(readId(filter) ?? ""))
    .reduce((value, filter) => check(filter, site, { key, value }), value)

const check = (filter: Filter, site: Site, { key, value }: Value): string => {
  const rule = compileRule(filter, site)
  return rule === undefined ? compileBuiltin(filter, site, { key, value }) : site.call("check", value, key, ...rule)
}

/** The result for a value that has to pass a check itself. */
export const checked = (filter: Filter, site: Site, made: string, { key, value }: Value): string => {
  const rule = compileRule(filter, site)
  if (rule === undefined) throw makeError(site, "a check without a name")
  return site.call("checkOriginal", made, `${value} as never`, key, ...rule)
}

const compileBuiltin = (filter: Filter, site: Site, { key, value }: Value): string => {
  const { id, payload } = findBuiltin(filter) ?? {}
  if (id === undefined) throw makeError(site, "a check without a name")
  const { flags, maxLength, maximum = Infinity, minimum = -Infinity, source, ...others } = payload ?? {}
  const isPlain = Object.values(others).every((other) => other === undefined || other === false)
  switch (isPlain ? readId(filter) : undefined) {
    case "isPattern": {
      const pattern = site.module.share(`${site.hint}Pattern`, `/${String(source)}/${String(flags)}`)
      const expected = filter.annotations?.expected ?? `a string matching the RegExp ${String(source)}`
      return site.call("matches", value, key, pattern, JSON.stringify(expected))
    }
    case "isMaxLength":
      return site.call("atMost", value, key, String(maxLength))
    case "isBetween":
    case "isGreaterThanOrEqualTo":
    case "isLessThanOrEqualTo":
      return site.call("between", value, key, String(minimum), String(maximum))
    default:
      throw makeError(site, `the check ${id} is not known`)
  }
}
