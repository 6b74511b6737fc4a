/** How `gatefold init` and `gatefold start` name variables, by the framework of an app. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Framework from "../../../src/cli/start/Framework.ts"
import { credentials } from "../../../src/emulator/seeds/Development.ts"
import { useTemporaryFolder } from "../../support/useTemporaryFolder.ts"

const folder = useTemporaryFolder()

const frameworks: ReadonlyArray<
  readonly [
    dependencies: ReadonlyArray<string>,
    framework: Framework.Framework,
    file: string,
    app: RegExp,
    keys: number
  ]
> = [
  [["nuxt", "vue"], "Nuxt", ".env", /createPageRequests[^]*process\.env\.NUXT_PUBLIC_STACK_PROJECT_ID/, 5],
  [["vue", "vite"], "Vite", ".env.local", /createClientApp[^]*import\.meta\.env\.VITE_STACK_PROJECT_ID[^]*"cookie"/, 3],
  [
    ["@sveltejs/kit", "vite"],
    "SvelteKit",
    ".env",
    /env\/dynamic\/private[^]*createPageRequests[^]* env\.STACK_PROJECT_ID[^]*:5173/,
    5
  ],
  [
    ["expo", "react", "react-native"],
    "Expo",
    ".env.local",
    /createExpoApp[^]*process\.env\.EXPO_PUBLIC_STACK_PROJECT_ID[^]*:8081/,
    3
  ],
  [["astro"], "Astro", ".env", /createPageRequests[^]*import\.meta\.env\.STACK_PROJECT_ID[^]*:4321/, 5],
  [["@solidjs/start", "vite"], "Node", ".env", /createClientApp[^]*process\.env\.STACK_PROJECT_ID/, 5]
]

describe("the detected framework", () => {
  it.each(frameworks)("follows from the dependencies %j: %s", (dependencies, framework, file, app, keys) => {
    const manifest = { dependencies: Object.fromEntries(dependencies.map((name) => [name, "*"])) }
    fs.writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest))
    expect(Framework.detectFramework(folder)).toBe(framework)
    expect(Framework.traits[framework].envFile).toBe(file)
    expect(Framework.printApp(framework, "STACK").join("\n")).toMatch(app)
    const names = Framework.listAppVariables(framework, "STACK", credentials).map(([name]) => name)
    expect(names).toHaveLength(keys)
    // Whatever the framework shows to pages has no secret.
    expect(
      names.filter((name) => /^(EXPO_PUBLIC|NUXT_PUBLIC|VITE)_/.test(name)).filter(Framework.isSecret)
    ).toStrictEqual([])
  })
})
