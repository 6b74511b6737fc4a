/** What editors show and complete, by a language service over the published types. */
import * as fs from "node:fs"
import * as path from "node:path"
import * as ts from "typescript-6"
import { beforeAll, describe, expect, it } from "vitest"
import { createAdminApp } from "../../src/promise/AdminApp.ts"
import { createClientApp } from "../../src/promise/index.ts"
import { createServerApp } from "../../src/promise/ServerApp.ts"
import { ensureBuilt } from "../bench/built.ts"

const folder = path.resolve(import.meta.dirname, "../types/consumer")
const options = { projectId: "internal", publishableClientKey: "pck_none" }
const apps = {
  client: createClientApp(options),
  server: createServerApp({ ...options, secretServerKey: "ssk_none" }),
  admin: createAdminApp({ ...options, superSecretAdminKey: "sak_none" })
}

/** `client.teams.list`, and so on. */
const methods = Object.entries(apps).flatMap(([app, areas]) =>
  Object.entries(areas).flatMap(([area, members]) =>
    typeof members === "object" ? Object.keys(members).map((name) => `${app}.${area}.${name}`) : []
  )
)

/** A caret, which is not part of the text. */
const caret = "‸"
const marked = {
  methods: [
    `import { createClientApp } from "gatefold/promise"`,
    `import { createServerApp } from "gatefold/promise/server"`,
    `import { createAdminApp } from "gatefold/promise/admin"`,
    ...Object.keys(apps).map(
      (app) => `declare const ${app}: ReturnType<typeof create${app[0]!.toUpperCase()}${app.slice(1)}App>`
    ),
    ...methods.map((method) => `${method.replace(/\w+$/, `${caret}$&`)}()`),
    `client.currentUser.get({ or: ${caret} })`,
    `client.currentUser.get({ or: "${caret}" })`
  ],
  hooks: [
    `import { Teams } from "gatefold"`,
    `import { useAction, useResource, useTeam, useTeams, useUser } from "gatefold/react"`,
    `const ${caret}user = useUser()`,
    `const ${caret}redirected = useUser({ or: "redirect" })`,
    `const ${caret}loading = useUser({ or: "throw", as: "value" })`,
    `const ${caret}team = useTeam("id")`,
    `const ${caret}teams = useResource(Teams.list)`,
    `useAction(Teams.create).${caret}error`,
    `useTeams({ as: "result" }).${caret}error`,
    ...["", '""'].flatMap((quotes) => {
      const here = quotes.replace(/^"?/, `$&${caret}`)
      return [
        `useUser({ or: ${here} })`,
        `useUser({ as: ${here} })`,
        `useTeams({ as: ${here} })`,
        `useResource(Teams.list, undefined, { as: ${here} })`
      ]
    })
  ]
}

/** The files of the editor, without their carets. */
const files = new Map(
  Object.entries(marked).map(([name, lines]) => {
    const text = lines.join("\n")
    const carets = [...text.matchAll(new RegExp(caret, "g"))].map(({ index }, nth) => index - nth)
    return [path.join(folder, `${name}.editor.ts`), { text: text.replaceAll(caret, ""), carets }]
  })
)

const makeService = () => {
  const { config } = ts.readConfigFile(path.join(folder, "tsconfig.json"), ts.sys.readFile)
  const { options: compilerOptions } = ts.parseJsonConfigFileContent(config, ts.sys, folder)
  const readFile = (file: string) => files.get(file)?.text ?? ts.sys.readFile(file)
  return ts.createLanguageService({
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    readDirectory: ts.sys.readDirectory,
    getCompilationSettings: () => compilerOptions,
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getScriptFileNames: () => [...files.keys()],
    getScriptVersion: () => "1",
    getScriptSnapshot: (file) => {
      const text = readFile(file)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    fileExists: (file) => files.has(file) || fs.existsSync(file),
    readFile
  })
}

let service: ts.LanguageService

beforeAll(async () => {
  await ensureBuilt()
  service = makeService()
})

/** Where the caret of a line is. */
const at = (name: keyof typeof marked, line: string): [file: string, position: number] => {
  const file = path.join(folder, `${name}.editor.ts`)
  const nth = marked[name].filter((other) => other.includes(caret)).indexOf(line)
  return [file, files.get(file)!.carets[nth]!]
}

const hover = (name: keyof typeof marked, line: string) => {
  const info = service.getQuickInfoAtPosition(...at(name, line))
  return {
    type: ts.displayPartsToString(info?.displayParts),
    text: ts.displayPartsToString(info?.documentation)
  }
}

const completions = (name: keyof typeof marked, line: string) =>
  (service.getCompletionsAtPosition(...at(name, line), {})?.entries ?? [])
    .filter(({ kind }) => kind === ts.ScriptElementKind.string)
    .map((entry) => entry.name.replaceAll('"', ""))
    .toSorted()

const lineWith = (name: keyof typeof marked, start: string): string =>
  marked[name].find((line) => line.replace(caret, "").startsWith(start))!

describe("in an editor", () => {
  it("every promise method says what it does and what it rejects with", () => {
    expect(methods.length).toBeGreaterThan(200)
    const silent = methods.filter((method) => {
      const { text, type } = hover("methods", lineWith("methods", `${method}(`))
      return !/^[A-Z`].*\./s.test(text) || !/Rejects with `\w+`/.test(text) || /Effect|any/.test(type)
    })
    expect(silent).toStrictEqual([])
  })

  it("a promise method has the words of its operation, and its errors by name", () => {
    const { text, type } = hover("methods", lineWith("methods", "client.teams.get("))
    expect(text).toMatch(
      /^A team of the current user\. Fails with `TeamMembershipNotFound` for any other\.\n\nRejects with .*`TeamMembershipNotFound`/
    )
    expect(type).toContain("Promise<Team>")
    expect(hover("methods", lineWith("methods", "client.currentUser.get(")).text).toMatch(
      /^Reads the current user from the service\.\n\nRejects with `/
    )
  })

  it.each([
    ["const user", "const user: CurrentUser | null"],
    ["const redirected", "const redirected: CurrentUser"],
    ["const loading", "const loading: CurrentUser | undefined"],
    ["const team ", "const team: Team | null"],
    ["const teams", "const teams: readonly Team[]"]
  ])("a hook shows what it returns: %s", (start, expected) => {
    expect(hover("hooks", lineWith("hooks", start)).type.replaceAll("Teams.Team", "Team")).toBe(expected)
  })

  it.each(["useAction(", `useTeams({ as: "result"`])("the errors of a hook are named: %s", (start) => {
    const { type } = hover("hooks", lineWith("hooks", start))
    expect(type).toMatch(/^\(property\) error: [\w |]+ \| undefined$/)
    expect(type).toContain("UserAuthenticationRequired")
  })

  const users = ["anonymous", "anonymous-if-exists", "redirect", "return-null", "throw"]
  const flavors = ["result", "suspense", "value"]

  it.each([
    ["hooks", "useUser({ or:", users],
    ["hooks", "useUser({ as:", ["suspense", "value"]],
    ["hooks", "useTeams({ as: ", flavors],
    ["hooks", "useResource(Teams.list, undefined", flavors],
    ["methods", "client.currentUser.get({", users]
  ] as const)("completes every literal, with and without quotes: %s, %s", (name, start, expected) => {
    const lines = marked[name].filter((line) => line.replace(caret, "").startsWith(start) && !line.includes("result"))
    expect(lines).toHaveLength(2)
    for (const line of lines) expect(completions(name, line)).toStrictEqual(expected)
  })
})
