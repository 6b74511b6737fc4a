/**
 * Compares the variables of a mail with the type that a template declares for them with `type({ name: "string" })`.
 * What is more than words, lists of them and objects is not checked.
 */
import { Fields, isList, kindOf, Unfit, type Value, VariablesType } from "./Values.ts"

type Test = (value: Value) => boolean

const WORDS: ReadonlyMap<string, Test> = new Map<string, Test>([
  ["boolean", (value) => typeof value === "boolean"],
  ["false", (value) => value === false],
  ["null", (value) => value === null],
  ["number", (value) => typeof value === "number"],
  ["string", (value) => typeof value === "string"],
  ["true", (value) => value === true],
  ["undefined", (value) => value === undefined]
])

/** The test of one word, such as `string[]` or `'small'`; undefined if it is not known. */
const testOfWord = (word: string): Test | undefined => {
  const literal = /^(?:"([^"]*)"|'([^']*)')$/.exec(word)
  if (literal !== null) return (value) => value === (literal[1] ?? literal[2])
  if (!word.endsWith("[]")) return WORDS.get(word)
  const ofItem = testOfWord(word.slice(0, -2))
  return ofItem && ((value) => isList(value) && value.every(ofItem))
}

/** The test of alternatives; undefined if one of them is not known. */
const testOf = (definition: string): Test | undefined => {
  const tests = definition.split("|").map((word) => testOfWord(word.trim()))
  const known = tests.filter((test) => test !== undefined)
  return known.length === tests.length ? (value) => known.some((test) => test(value)) : undefined
}

const checked = (definition: Value, value: Value, path: string): Value => {
  if (definition instanceof VariablesType) return checked(definition.definition, value, path)
  if (typeof definition === "string") {
    if (testOf(definition)?.(value) === false) {
      const actual = value === undefined ? "missing" : kindOf(value)
      throw new Unfit(`${path} must be ${definition} (was ${actual})`)
    }
    return value
  }
  if (!(definition instanceof Fields)) return value
  if (!(value instanceof Fields)) throw new Unfit(`${path} must be an object (was ${kindOf(value)})`)
  // what is not declared is left out
  const fields: Array<readonly [string, Value]> = []
  for (const [key, type] of definition.entries) {
    const name = key.replace(/\?$/, "")
    const field = value.entries.get(name)
    const isOptional = key.endsWith("?") || (typeof type === "string" && type.endsWith("?"))
    if (field === undefined && isOptional) continue
    fields.push([name, checked(typeof type === "string" ? type.replace(/\?$/, "") : type, field, `${path}.${name}`)])
  }
  return new Fields(fields)
}

/** The variables that a template asks for; all of them if it does not say. */
export const check = (type: Value, variables: Fields): Value =>
  type instanceof VariablesType ? checked(type, variables, "variables") : variables
