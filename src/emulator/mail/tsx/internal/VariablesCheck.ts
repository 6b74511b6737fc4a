/**
 * Compares the variables of a mail with the type that a template declares for them with `type({ name: "string" })`.
 * Checks only words, lists of them and objects.
 */
import type { Meter } from "./Meter.ts"
import { Fields, isList, isSame, describeKind, ValueError, type Value, VariablesType } from "./Values.ts"

type Test = (value: Value, meter: Meter) => boolean

const words: ReadonlyMap<string, Test> = new Map<string, Test>([
  ["boolean", (value) => typeof value === "boolean"],
  ["false", (value) => value === false],
  ["null", (value) => value === null],
  ["number", (value) => typeof value === "number"],
  ["string", (value) => typeof value === "string"],
  ["true", (value) => value === true],
  ["undefined", (value) => value === undefined]
])

/** Longer words are not checked. */
const maxWord = 1000

/** The test of one word, such as `string[]` or `'small'`; undefined if it is not known. */
const findTest = (word: string): Test | undefined => {
  if (word.length > maxWord) return undefined
  const literal = /^(?:"([^"]*)"|'([^']*)')$/.exec(word)
  if (literal !== null) return (value, meter) => isSame(value, literal[1] ?? literal[2], meter)
  if (!word.endsWith("[]")) return words.get(word)
  const ofItem = findTest(word.slice(0, -2))
  if (ofItem === undefined) return undefined
  return (value, meter) => {
    if (!isList(value)) return false
    meter.step(value.length)
    return value.every((item) => ofItem(item, meter))
  }
}

/** The test of alternatives; undefined if one of them is not known. */
const makeTest = (definition: string, meter: Meter): Test | undefined => {
  meter.step(definition.length)
  const tests = definition.split("|").map((word) => findTest(word.trim()))
  const supported = tests.filter((test) => test !== undefined)
  if (supported.length < tests.length) return undefined
  return (value, valueMeter) => supported.some((test) => test(value, valueMeter))
}

const checkValue = (definition: Value, value: Value, path: string, meter: Meter): Value => {
  meter.step()
  if (definition instanceof VariablesType) return checkValue(definition.definition, value, path, meter)
  if (typeof definition === "string") {
    if (makeTest(definition, meter)?.(value, meter) === false) {
      const actual = value === undefined ? "missing" : describeKind(value)
      throw new ValueError(`${path} must be ${definition} (was ${actual})`)
    }
    return value
  }
  if (!(definition instanceof Fields)) return value
  if (!(value instanceof Fields)) throw new ValueError(`${path} must be an object (was ${describeKind(value)})`)
  // Leaves out undeclared variables.
  const fields: Array<readonly [string, Value]> = []
  for (const [key, type] of definition.entries) {
    const name = key.replace(/\?$/, "")
    const field = value.entries.get(name)
    const isOptional = key.endsWith("?") || (typeof type === "string" && type.endsWith("?"))
    if (field === undefined && isOptional) continue
    fields.push([
      name,
      checkValue(typeof type === "string" ? type.replace(/\?$/, "") : type, field, `${path}.${name}`, meter)
    ])
  }
  return new Fields(fields)
}

/** The variables that a template declares; all of them if it declares none. */
export const check = (type: Value, variables: Fields, meter: Meter): Value =>
  type instanceof VariablesType ? checkValue(type, variables, "variables", meter) : variables
