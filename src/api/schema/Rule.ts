/** Rules of the contract as plain functions, used by the schemas and by the code that is compiled from them. */
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

/** Whether a value fulfils a rule; a text says what is expected. */
export type Rule<T> = (value: T) => boolean | string

/** The compiled form of a check. */
export interface NamedRule {
  readonly is: Rule<never>
  readonly expected: string
  /** Whether the rule is about the text in a `Redacted`. */
  readonly inside: boolean
}

/** The annotation of a check under which the compiler finds its {@link NamedRule}. */
export const ruleKey = "~gatefold/rule"

/** The annotation of a check that Schema has itself, such as a pattern. */
export const annotateRule = <T>(is: Rule<T>, expected: string, inside = false) => ({
  [ruleKey]: { is, expected, inside } satisfies NamedRule
})

const toOutcome = (result: boolean | string, expected: string) =>
  typeof result === "string" ? `Expected ${result}` : result || `Expected ${expected}`

/**
 * The annotation of a check that values hardly ever pass by chance: a pattern of some that do, for `Arbitrary`. It must
 * have no lookaround, which `Arbitrary` cannot generate.
 */
export const annotateSamples = (pattern: RegExp) => ({ arbitraryConstraint: { patterns: [pattern] as const } })

/** A check that is a function, perhaps with a pattern of {@link annotateSamples}. */
export const check = <T>(is: Rule<T>, expected: string, pattern?: RegExp) =>
  Schema.makeFilter((value: T) => toOutcome(is(value), expected), {
    ...annotateRule(is, expected),
    ...(pattern && annotateSamples(pattern))
  })

/** A check of the text in a secret, perhaps with a pattern of {@link annotateSamples}. */
export const checkInside = (is: Rule<string>, expected: string, pattern?: RegExp) =>
  Schema.makeFilter((secret: Redacted.Redacted<string>) => toOutcome(is(Redacted.value(secret)), expected), {
    ...annotateRule(is, expected, true),
    ...(pattern && annotateSamples(pattern))
  })

/** The compiled form of a transformation, in addition to its schemas. */
export interface NamedTransformation<T, E> {
  readonly decode: (wire: E) => T
  readonly encode: (value: T) => E
}

/** A transformation by two functions, which the compiler finds as `named`. */
export const transform = <T, E>(named: NamedTransformation<T, E>) =>
  Object.assign(SchemaTransformation.transform<T, E>(named), { named })
