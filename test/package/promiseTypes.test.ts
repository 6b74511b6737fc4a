/** The types of the promise entries with Effect inside (decision 0048), as a program without Effect has them. */
import * as fs from "node:fs"
import * as path from "node:path"
import * as ts from "typescript-6"
import { beforeAll, describe, expect, it } from "vitest"
import { dist } from "../bench/built.ts"
import { useTemporaryFolder } from "../support/useTemporaryFolder.ts"

const folder = useTemporaryFolder()

beforeAll(() => {
  fs.writeFileSync(path.join(folder, "package.json"), JSON.stringify({ type: "module" }))
  const built = path.join(dist, "standalone")
  for (const file of fs.readdirSync(built).filter((name) => name.endsWith(".d.ts"))) {
    fs.copyFileSync(path.join(built, file), path.join(folder, file))
  }
})

describe("the declarations", () => {
  it.each(["client.d.ts", "server.d.ts", "admin.d.ts", "backend.d.ts", "types.d.ts"])(
    "name nothing of another package: $0",
    (name) => {
      const text = fs.readFileSync(path.join(folder, name), "utf8")
      expect(Array.from(text.matchAll(/(?:from|import\() ?"([^"]+)"/g), ([, from]) => from)).toStrictEqual(
        name === "types.d.ts" ? [] : Array.from({ length: 3 }, () => "./types.js")
      )
    }
  )

  it("are enough for strict programs, and refuse wrong ones", () => {
    const file = path.join(folder, "app.ts")
    fs.copyFileSync(path.resolve(import.meta.dirname, "../fixtures/promise/app.txt"), file)
    const program = ts.createProgram([file], {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      noEmit: true,
      types: [],
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      lib: ["lib.es2024.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts", "lib.esnext.disposable.d.ts"]
    })
    const problems = ts.getPreEmitDiagnostics(program)
    expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))).toStrictEqual([])
  })

  it("say what a method does, and which errors it has", () => {
    const types = fs.readFileSync(path.join(folder, "types.d.ts"), "utf8")
    const signIn = /^export interface PasswordMethods \{[\s\S]*?readonly signIn: \{/m.exec(types)?.[0] ?? ""
    expect(signIn).toMatch(/\* Signs in\. [\s\S]* \* Rejects with `EmailPasswordMismatch`, /)
  })
})
