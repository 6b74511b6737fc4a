/** Writes values and secrets as TypeScript, for a configuration file. */
import { isRecord, type Json } from "../../domain/text/Json.ts"
import * as ConfigValues from "./ConfigValues.ts"
import type { Source } from "./Source.ts"

/** The name of the variable of a secret, in the place of its value. */
class Variable {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

export type Printable = Json | Variable | { readonly [name: string]: Printable }

/** The secrets that a file names: variables by path. */
export type SecretVariables = ReadonlyMap<string, string>

export const printKey = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))

const isObject = (value: Printable): value is { readonly [name: string]: Printable } =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Variable)

/** A value as TypeScript, in lines of two more blanks than `indent`. */
export const print = (value: Printable, indent: string): string => {
  if (value instanceof Variable) return `secretFromEnv(${JSON.stringify(value.name)})`
  if (!isObject(value)) {
    if (!Array.isArray(value)) return JSON.stringify(value)
    return `[${value.map((item) => (isRecord(item) ? JSON.stringify(item) : print(item, indent))).join(", ")}]`
  }
  const members = Object.entries(value)
  if (members.length === 0) return "{}"
  const within = `${indent}  `
  const lines = members.map(([name, inside]) => `${within}${printKey(name)}: ${print(inside, within)}`)
  return `{\n${lines.join(",\n")}\n${indent}}`
}

/** Nested objects of values and secrets. While they are nested, a text that no value can have marks each secret. */
export const joinSecrets = (
  values: ConfigValues.ConfigValues,
  secrets: SecretVariables
): { readonly [name: string]: Printable } => {
  const marks = new Map<string, { readonly path: string; readonly name: string }>(
    Array.from(secrets, ([path, name], at) => [`\u0000${at}`, { path, name }])
  )
  const marked = new Map([...values, ...Array.from(marks, ([mark, { path }]) => [path, mark] as const)])
  const revive = (value: Json): Printable => {
    const secret = typeof value === "string" ? marks.get(value) : undefined
    if (secret !== undefined) return new Variable(secret.name)
    return isRecord(value)
      ? Object.fromEntries(Object.entries(value).map(([name, inside]) => [name, revive(inside)]))
      : value
  }
  const whole = revive(ConfigValues.nest(ConfigValues.sortPaths(marked)))
  return isObject(whole) ? whole : {}
}

export const secretsImport = 'import { secretFromEnv } from "gatefold/config-file"\n'

export const printFile = (
  values: ConfigValues.ConfigValues,
  secrets: SecretVariables,
  exported: Source["exported"]
): string => {
  const text = print(joinSecrets(values, secrets), "")
  if (exported === "named") {
    const imports = `import type { HexclaveConfig } from "@hexclave/js/config"\n${secrets.size === 0 ? "" : secretsImport}`
    return `${imports}\nexport const config: HexclaveConfig = ${text}\n`
  }
  const names = secrets.size === 0 ? "defineConfig" : "defineConfig, secretFromEnv"
  return `import { ${names} } from "gatefold/config-file"\n\nexport default defineConfig(${text})\n`
}
