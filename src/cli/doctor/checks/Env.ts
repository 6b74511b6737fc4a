/** Env files and the variables in them. */
import { execFile } from "node:child_process"
import * as Effect from "effect/Effect"
import { type Check, skip } from "../Check.ts"
import type { EnvFile } from "../World.ts"

/** The names to which a file gives a value, once for each time. */
const listAssignedNames = ({ text }: EnvFile): ReadonlyArray<string> =>
  text.split("\n").flatMap((line) => /^\s*(?:export\s+)?([A-Za-z_][\w.]{0,100})\s*=/.exec(line)?.[1] ?? [])

const brands = ["STACK", "HEXCLAVE"]

/**
 * The variables that name the project, for servers and pages. Servers and pages can use different URLs of the service.
 */
const options = ["PROJECT_ID", "PUBLISHABLE_CLIENT_KEY"]

const listVariableNames = (brand: string, option: string): ReadonlyArray<string> =>
  ["", "NEXT_PUBLIC_", "VITE_"].map((prefix) => `${prefix}${brand}_${option}`)

/** The exit code of git, or undefined if git is not installed. */
const runGit = (folder: string, ...args: ReadonlyArray<string>): Effect.Effect<number | undefined> =>
  Effect.callback((resume) => {
    // A program that the repository names is not started.
    const child = execFile("git", ["-c", "core.fsmonitor=false", "-C", folder, ...args], { timeout: 5000 }, (error) => {
      const code = error === null ? 0 : error.code
      resume(Effect.succeed(typeof code === "number" ? code : undefined))
    })
    return Effect.sync(() => void child.kill())
  })

const hasSecret = ({ variables }: EnvFile): boolean => Object.values(variables).some((value) => /^s[as]k_/.test(value))

const envDuplicate: Check = {
  id: "env-duplicate",
  title: "No env file gives a variable two values",
  level: "warning",
  why: "Only the last one counts, and which one that is differs between tools.",
  docs: "start/keys.md",
  run: ({ files }) => {
    for (const file of files) {
      const names = listAssignedNames(file)
      const twice = names.find((name, index) => names.indexOf(name) !== index)
      if (twice !== undefined) {
        return {
          seen: `${file.name} has ${twice} more than once`,
          fix: `Remove all but one of the lines ${twice}=… of ${file.name}`
        }
      }
    }
    return undefined
  }
}

const envBrands: Check = {
  id: "env-brands",
  title: "Variables of STACK and HEXCLAVE name one project",
  why: "A key could belong to the other project; an app refuses to start.",
  docs: "protocol/generations.md#environment-variables",
  run: ({ conflict }) =>
    conflict === undefined
      ? undefined
      : { seen: conflict, fix: "Remove the variables of the project that is not meant" }
}

const envConflict: Check = {
  id: "env-conflict",
  title: "Pages and servers have the same project",
  why: "Tokens of pages are refused by your own server.",
  docs: "protocol/generations.md#environment-variables",
  run: ({ variables }) => {
    for (const names of brands.flatMap((brand) => options.map((option) => listVariableNames(brand, option)))) {
      const [first, ...others] = names.filter((name) => variables[name] !== undefined)
      const differing = others.find((name) => variables[name] !== variables[first ?? ""])
      if (differing !== undefined) {
        return {
          seen: `${first} and ${differing} have different values`,
          fix: `Give ${first} and ${differing} the value of the project that is meant`
        }
      }
    }
    return undefined
  }
}

const envIgnored: Check = {
  id: "env-ignored",
  title: "Env files with secrets are kept out of git",
  why: "Anyone who can read the repository has the keys.",
  docs: "start/keys.md",
  run: Effect.fnUntraced(function* ({ files, folder }) {
    const secret = files.filter(hasSecret)
    if (secret.length === 0) return skip("no env file has a secret key")
    if ((yield* runGit(folder, "rev-parse", "--is-inside-work-tree")) !== 0) {
      return skip("the folder is not a git repository")
    }
    for (const { name } of secret) {
      if ((yield* runGit(folder, "ls-files", "--error-unmatch", name)) === 0) {
        return {
          seen: `${name} is in the repository, with a secret key`,
          fix: `git rm --cached ${name} && echo ${name} >> .gitignore, and revoke its keys`
        }
      }
      if ((yield* runGit(folder, "check-ignore", "--quiet", name)) === 1) {
        return { seen: `git does not ignore ${name}, which has a secret key`, fix: `echo ${name} >> .gitignore` }
      }
    }
    return undefined
  })
}

export const checks: ReadonlyArray<Check> = [envDuplicate, envBrands, envConflict, envIgnored]
