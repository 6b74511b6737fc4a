/** The screens that apps copy, and the files that each of them needs. */
import * as fs from "node:fs"
import * as path from "node:path"
import { findPackageFolder } from "../PackageFolder.ts"

export interface Screen {
  readonly name: string
  readonly title: string
  readonly description: string
  /** The component, and the file that exports it, without its ending. */
  readonly component: string
  readonly module: string
}

/** All of them, those that most apps have first. */
export const screens: ReadonlyArray<Screen> = [
  {
    name: "handler",
    title: "Handler",
    description: "The pages below /handler, with signing in and up: where sign-ins and mails lead",
    component: "Handler",
    module: "handler/Handler"
  },
  {
    name: "sign-in",
    title: "Sign-in",
    description: "Password, mailed link or code, passkey, providers and guests, as far as the project has them",
    component: "SignIn",
    module: "sign-in/SignIn"
  },
  {
    name: "sign-up",
    title: "Sign-up",
    description: "A new account by password or provider",
    component: "SignUp",
    module: "sign-up/SignUp"
  },
  {
    name: "user-button",
    title: "User button",
    description: "Button that shows the signed-in user and a menu, or a sign-in link",
    component: "UserButton",
    module: "user-button/UserButton"
  },
  {
    name: "account",
    title: "Account",
    description: "Profile, emails, security, sessions, connections, API keys and notifications",
    component: "Account",
    module: "account/Account"
  },
  {
    name: "mfa",
    title: "Two-step verification",
    description: "Sets up an authenticator app, and asks for its digits at a sign-in",
    component: "MfaSettings",
    module: "mfa/MfaSettings"
  },
  {
    name: "team-switcher",
    title: "Team switcher",
    description: "The team that the user works in, with a menu to change it",
    component: "TeamSwitcher",
    module: "team-switcher/TeamSwitcher"
  },
  {
    name: "team-settings",
    title: "Team settings",
    description: "The user's teams: members, invitations, API keys and settings",
    component: "TeamSettings",
    module: "team-settings/TeamSettings"
  },
  {
    name: "cli-confirm",
    title: "Terminal login",
    description: "Confirms the login of a program on a command line",
    component: "CliConfirm",
    module: "cli-confirm/CliConfirm"
  },
  {
    name: "agent-confirm",
    title: "Agent login",
    description: "Asks whether an agent may sign in as the user",
    component: "AgentConfirm",
    module: "agent-confirm/AgentConfirm"
  }
]

export const stylesheet = "gatefold.css"

/** A file, by its path among the screens, as apps take it. */
export interface ScreenFile {
  readonly file: string
  readonly text: string
  /** Made for the app by what it asks for, so that it is written again when that changes. */
  readonly isGenerated: boolean
}

/** The file of the languages that an app has beside English. */
const languagesFile = "text/languages.ts"

/** The folder of the screens, where files of languages are, such as `text/de.ts`. */
const findFolder = () => path.join(findPackageFolder(), "screens")

/** Whether a file of the folder `text` has the texts of a language other than English, such as `de.ts`. */
export const isLanguageFile = (file: string): boolean =>
  file !== "en.ts" && /^[a-z]{2,3}(?:-[A-Za-z]+)?\.ts$/.test(file)

export const listLanguages = (): ReadonlyArray<string> =>
  fs
    .readdirSync(path.join(findFolder(), "text"))
    .filter(isLanguageFile)
    .map((file) => path.basename(file, ".ts"))
    .toSorted()

/** The entry of a language: `pt-BR` is the export `ptBR` of `pt-BR.ts`. */
const formatEntry = (name: string): string => {
  const key = name.includes("-") ? `"${name}"` : name
  return `\n  ${key}: () => import("./${name}.ts").then((file) => file.${name.replace("-", "")})`
}

/** The entries of an app's languages, in the file that ships. */
const withLanguages = (text: string, selected: ReadonlyArray<string>): string =>
  text.replace(
    /(> = \{)[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/,
    (_, begin: string) => `${begin}${selected.map(formatEntry).join(",")}${selected.length > 0 ? "\n" : ""}}`
  )

const relativeImport = /(from |import\()"(\.[^"]+?)\.tsx?"/g

const findImports = (file: string, text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(/(?:from |import\()"(\.[^"]+)"/g), ([, target = ""]) =>
    path.posix.join(path.posix.dirname(file), target)
  )

/**
 * The files that screens need, with all that they import. Imports are without endings, as every bundler and every
 * TypeScript configuration of an app takes them. They are in English, and in the given languages.
 */
export const readFiles = (
  needed: ReadonlyArray<Screen>,
  selected: ReadonlyArray<string> = []
): ReadonlyArray<ScreenFile> => {
  const read = (file: string) => {
    const text = fs.readFileSync(path.join(findFolder(), file), "utf8")
    return file === languagesFile ? withLanguages(text, selected) : text
  }
  const files = new Map([[stylesheet, read(stylesheet)]])
  const ownFiles = new Set(selected.filter((name) => !listLanguages().includes(name)).map((name) => `text/${name}.ts`))
  const add = (file: string) => {
    // The texts of a language that the app has written itself are in the app alone.
    if (files.has(file) || ownFiles.has(file)) return
    const text = read(file)
    files.set(file, text.replaceAll(relativeImport, '$1"$2"'))
    findImports(file, text).forEach(add)
  }
  needed.forEach(({ module }) => add(`${module}.tsx`))
  return [...files]
    .map(([file, text]) => ({ file, text, isGenerated: file === languagesFile }))
    .toSorted((a, b) => (a.file < b.file ? -1 : 1))
}
