/**
 * Values of schemas, from a seed. What checks let through is picked from a pool rather than made, so that codes of
 * exactly 45 characters and complete mail servers are no accident.
 */
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { EmptyAnswer } from "../../src/api/Envelope.ts"
import { PollingCode } from "../../src/api/schema/Secrets.ts"
import type { makeRandom } from "./inputs.ts"

type Random = ReturnType<typeof makeRandom>

const texts: ReadonlyArray<string> = [
  "",
  "a",
  "Ann Example",
  "0d2b5a4e-5f0b-4f0e-8a54-5d8f2c1b7e90",
  "internal",
  "$update_team",
  "team:spend_money",
  "ann@example.org",
  "Ann+b@localhost",
  "https://example.org/handler?x=1#y",
  "http://localhost:3000",
  "myapp://callback",
  "data:image/png;base64,AAAA",
  "data:text/html,x",
  "javascript:alert(1)",
  "/handler",
  "Bearer",
  "bearer",
  "THIS_VALUE_WILL_BE_REPLACED.example.com",
  "dGVzdA",
  "x".repeat(45),
  "x".repeat(70),
  "2026-01-02T03:04:05.678Z",
  "1",
  "250",
  "true",
  "💥 Grüße\u2028\u0000",
  "__proto__",
  "shared",
  "standard",
  "maybe, only if user with e-mail exists",
  '{"teams": {"a.b": 1}}'
]

const numbers = [0, 1, -1, 25, 587, 1.5, -0, 65_535, 86_400_000, 1_750_000_000_000, 2 ** 53, 1e300, NaN, Infinity]

const dates = [0, 1, -1, 1_750_000_000_000, 8.64e15, -8.64e15].map((millis) => new Date(millis))

const jsons: ReadonlyArray<unknown> = [
  null,
  true,
  "text",
  -0.5,
  [],
  [null, { a: [1, "2", false] }],
  { theme: "dark", nested: { deep: [{}] } },
  JSON.parse(`{"__proto__": {"a": 1}, "constructor": 2, "toString": null}`)
]

const pick = <A>(all: ReadonlyArray<A>, random: Random): A => all[random(all.length)]!

const getRun = (schema: Schema.Top): unknown => (SchemaAST.isDeclaration(schema.ast) ? schema.ast.run : undefined)

const pools = new Map<unknown, ReadonlyArray<unknown>>([
  ["String", texts],
  ["Number", numbers],
  ["Boolean", [true, false]],
  ["Null", [null]],
  ["Undefined", [undefined]],
  ["Void", [undefined]],
  ["Unknown", jsons],
  [getRun(Schema.Date), dates],
  [getRun(Schema.Json), jsons],
  [getRun(EmptyAnswer), [undefined]],
  [getRun(PollingCode), texts.map((text) => Redacted.make(text))]
])

const passing = new WeakMap<SchemaAST.AST, ReadonlyArray<unknown>>()

const findPool = (ast: SchemaAST.AST): ReadonlyArray<unknown> => {
  const known = passing.get(ast)
  if (known !== undefined) return known
  const pool = pools.get(SchemaAST.isDeclaration(ast) ? ast.run : ast._tag)
  if (pool === undefined) throw new Error(`no values are known of ${ast._tag}`)
  const found = pool.filter((value) => Schema.is(Schema.make(ast))(value))
  if (found.length === 0) throw new Error("no value of the pool passes the checks")
  passing.set(ast, found)
  return found
}

const make = (ast: SchemaAST.AST, random: Random): unknown => {
  switch (ast._tag) {
    case "Literal":
      return ast.literal
    case "Union":
      return make(pick(ast.types, random), random)
    case "Arrays":
      if (ast.rest.length === 0) return ast.elements.map((element) => make(element, random))
      return Array.from({ length: random(4) }, () => make(ast.rest[0]!, random))
    case "Objects": {
      const made: Record<string, unknown> = {}
      for (const { name, type } of ast.propertySignatures) {
        if (SchemaAST.isOptional(type) && random(3) === 0) continue
        made[String(name)] = make(type, random)
      }
      for (const { type } of ast.indexSignatures) {
        for (const name of ["some", "more", "__proto__"].slice(random(4))) {
          Object.defineProperty(made, name, {
            value: make(type, random),
            enumerable: true,
            configurable: true,
            writable: true
          })
        }
      }
      return made
    }
    default:
      return pick(findPool(ast), random)
  }
}

/** Values that a schema has. */
export const makeSamples = (schema: Schema.Top, count: number, random: Random): ReadonlyArray<unknown> => {
  const ast = SchemaAST.toType(schema.ast)
  const is = Schema.is(Schema.make(ast))
  const samples: Array<unknown> = []
  for (let attempts = 0; samples.length < count; attempts++) {
    if (attempts > 1000 * count) throw new Error("too few values pass the checks")
    const value = make(ast, random)
    if (is(value)) samples.push(value)
  }
  return samples
}
