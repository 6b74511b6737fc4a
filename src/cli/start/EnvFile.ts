/** Env files: their other lines stay as they are. */
import * as fs from "node:fs"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import { isLoopbackUrl } from "../../domain/url/Loopback.ts"
import * as PrivateFile from "../../terminal/PrivateFile.ts"
import { type CommandError, refused } from "../CommandError.ts"
import { type Brand, isSecret, type Variable } from "./Framework.ts"

export interface Updated {
  readonly text: string
  /** How many former values are kept as comments. */
  readonly kept: number
}

/** A line with its value untrimmed: trimming in the pattern would take quadratic time. */
const assignment = /^(\s*(?:export\s+)?)([A-Za-z_]\w*)\s*=([^]*)$/

/** Returns the value of an assignment without its quotes and the comment after it. */
const parseValue = (written: string): string => {
  const text = written.trim()
  const quoted = /^(["'`])(.*?)\1(?:\s*#.*)?$/.exec(text)?.[2]
  return quoted ?? text.replace(/(?:^|\s)#.*$/, "").trim()
}

const readValues = (text: string, isMeant: (name: string) => boolean): ReadonlyArray<string> =>
  text.split(/\r?\n/).flatMap((line) => {
    const [, , name = "", value = ""] = assignment.exec(line) ?? []
    return isMeant(name) ? [parseValue(value)] : []
  })

/** Under which names the file speaks of the service; those with `HEXCLAVE` would be preferred to others. */
export const detectBrand = (text: string): Brand =>
  /^[^#\n]*HEXCLAVE_PROJECT_ID\s*=/m.test(text) ? "HEXCLAVE" : "STACK"

export const hasProject = (text: string): boolean =>
  readValues(text, (name) => /(STACK|HEXCLAVE)_PROJECT_ID$/.test(name)).some((value) => value !== "")

/** Whether the file names a service of this machine, whose keys cannot be lost. */
const isOfThisMachine = (text: string): boolean =>
  readValues(text, (name) => /(STACK|HEXCLAVE)_API_URL$/.test(name)).some(isLoopbackUrl)

const secretNote = "# Secret: for servers only. Never commit these keys, and never send them to a browser."

/** The lines for variables, secret keys last and marked as such. */
export const formatVariables = (variables: ReadonlyArray<Variable>): ReadonlyArray<string> => {
  const listLines = (isSecretLine: boolean) =>
    variables.filter(([name]) => isSecret(name) === isSecretLine).map(([name, value]) => `${name}=${value}`)
  const secret = listLines(true)
  return [...listLines(false), ...(secret.length === 0 ? [] : [secretNote, ...secret])]
}

export const assigns = (text: string, name: string): boolean =>
  readValues(text, (candidate) => candidate === name).length > 0

/**
 * Gives variables their values. Lines that name them are changed, and the others are added at the end. Former values of
 * a service elsewhere are kept as comments, because nobody sees a secret key twice.
 */
export const update = (text: string, variables: ReadonlyArray<Variable>): Updated => {
  const values = new Map(variables)
  const isLocal = isOfThisMachine(text)
  const newline = text.includes("\r\n") ? "\r\n" : "\n"
  const present = new Set<string>()
  let kept = 0
  const lines = text.split(/(?<=\n)/).flatMap((line) => {
    const [, before = "", name = "", written = ""] = assignment.exec(line) ?? []
    const value = values.get(name)
    if (value === undefined) return [line]
    present.add(name)
    const former = parseValue(written)
    if (former === value) return [line]
    const ending = /\r?\n$/.exec(line)?.[0] ?? ""
    const updated = `${before}${name}=${value}${ending}`
    if (isLocal || former === "") return [updated]
    kept++
    return [ending === "" ? `# ${line}${newline}` : `# ${line}`, updated]
  })
  const missing = formatVariables(variables.filter(([name]) => !present.has(name)))
  if (missing.length === 0) return { text: lines.join(""), kept }
  while (lines.at(-1)?.trim() === "") lines.pop()
  const last = lines.at(-1)
  if (last !== undefined) lines.push(last.endsWith("\n") ? newline : `${newline}${newline}`)
  const added = ["# Of the emulator: npx gatefold start", ...missing].map((line) => `${line}${newline}`)
  return { text: [...lines, ...added].join(""), kept }
}

const makeFileError = (verb: string, file: string, cause: unknown): CommandError => {
  const problem = cause instanceof Error ? cause.message : String(cause)
  const isElsewhere = !fs.existsSync(path.dirname(file))
  return refused(`Cannot ${verb} ${file}: ${isElsewhere ? "its folder does not exist" : problem}`, "EnvFileError")
}

export const read = (file: string): Effect.Effect<string, CommandError> =>
  Effect.try({
    try: () => (fs.existsSync(file) ? fs.readFileSync(file, "utf8") : ""),
    catch: (cause) => makeFileError("read", file, cause)
  })

/** Writes a file for its owner only: all of it, or nothing. A file with the same content is not written again. */
export const write = (file: string, text: string): Effect.Effect<void, CommandError> =>
  Effect.try({
    try: () => {
      const isThere = fs.existsSync(file)
      if (isThere && fs.readFileSync(file, "utf8") === text) return fs.chmodSync(file, 0o600)
      return PrivateFile.replace(isThere ? fs.realpathSync(file) : file, text)
    },
    catch: (cause) => makeFileError("write", file, cause)
  })
