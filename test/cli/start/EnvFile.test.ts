/** `init` and `start` write their variables into an env file and keep the rest of it, for its owner only. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as EnvFile from "../../../src/cli/start/EnvFile.ts"
import { temporaryFolder } from "../../support/temporaryFolder.ts"

const variables = [
  ["STACK_API_URL", "http://127.0.0.1:8102"],
  ["STACK_SECRET_SERVER_KEY", "ssk_new"]
] as const

const update = (...lines: ReadonlyArray<string>) => EnvFile.update(lines.join("\n"), variables)

describe("the text of an env file", () => {
  it("has new variables at its end", () => {
    const added =
      "# Of the emulator: npx gatefold start\nSTACK_API_URL=http://127.0.0.1:8102\n" +
      "# Secret: for servers only. Never commit these keys, and never send them to a browser.\n" +
      "STACK_SECRET_SERVER_KEY=ssk_new\n"
    expect(update()).toStrictEqual({ text: added, kept: 0 })
    expect(update("A=1")).toStrictEqual({ text: `A=1\n\n${added}`, kept: 0 })
    expect(update("A=1", "", "  ", "")).toStrictEqual({ text: `A=1\n\n${added}`, kept: 0 })
    const part = update("STACK_API_URL=http://localhost:9", "A=1", "")
    expect(part.text).toBe(
      "STACK_API_URL=http://127.0.0.1:8102\nA=1\n\n# Of the emulator: npx gatefold start\n" +
        "# Secret: for servers only. Never commit these keys, and never send them to a browser.\n" +
        "STACK_SECRET_SERVER_KEY=ssk_new\n"
    )
  })

  it("keeps its other lines, and does not change the second time", () => {
    const text = [
      "# STACK_API_URL=commented",
      "STACK_API_URL_2=other",
      `  export STACK_API_URL = "http://localhost:9" `,
      "MULTI='a",
      "b'",
      "STACK_SECRET_SERVER_KEY=",
      "",
      "LAST=1"
    ]
    const once = update(...text)
    expect(once).toStrictEqual({
      text: text
        .with(2, "  export STACK_API_URL=http://127.0.0.1:8102")
        .with(5, "STACK_SECRET_SERVER_KEY=ssk_new")
        .join("\n"),
      kept: 0
    })
    expect(EnvFile.update(once.text, variables)).toStrictEqual(once)
    const windows = EnvFile.update("A=1\r\nSTACK_SECRET_SERVER_KEY=\r\n", variables).text
    expect(windows.replaceAll("\r\n", "").includes("\n")).toBe(false)
    expect(EnvFile.update(windows, variables).text).toStrictEqual(windows)
  })

  it("keeps the ending of each line, also in a mixed file", () => {
    const { text } = EnvFile.update("A=1\nSTACK_API_URL=https://a.example\r\nB=2\n \n# C\nLAST=1", variables)
    expect(text).toBe(
      "A=1\n# STACK_API_URL=https://a.example\r\nSTACK_API_URL=http://127.0.0.1:8102\r\nB=2\n \n# C\nLAST=1\r\n" +
        "\r\n# Of the emulator: npx gatefold start\r\n" +
        "# Secret: for servers only. Never commit these keys, and never send them to a browser.\r\n" +
        "STACK_SECRET_SERVER_KEY=ssk_new\r\n"
    )
    const atEnd = EnvFile.update("A=1\r\nSTACK_API_URL=https://a.example", variables.slice(0, 1)).text
    expect(atEnd).toBe("A=1\r\n# STACK_API_URL=https://a.example\r\nSTACK_API_URL=http://127.0.0.1:8102")
  })

  it("takes keys without a URL for those of the hosted service", () => {
    // Without a URL it is the hosted one.
    expect(update("STACK_SECRET_SERVER_KEY=ssk_old").text).toContain("# STACK_SECRET_SERVER_KEY=ssk_old\n")
  })

  it.each(["https://api.example.com", "not a url"])("keeps the keys of $0 as comments", (url) => {
    const { kept, text } = update(`STACK_API_URL=${url}`, "STACK_SECRET_SERVER_KEY=ssk_old")
    expect(kept).toBe(2)
    expect(text.split("\n")).toStrictEqual([
      `# STACK_API_URL=${url}`,
      "STACK_API_URL=http://127.0.0.1:8102",
      "# STACK_SECRET_SERVER_KEY=ssk_old",
      "STACK_SECRET_SERVER_KEY=ssk_new"
    ])
    expect(EnvFile.update(text, variables)).toStrictEqual({ text, kept: 0 })
  })

  it("compares values without quotes and trailing comments", () => {
    const same = [`STACK_API_URL="http://127.0.0.1:8102" # emulator`, "STACK_SECRET_SERVER_KEY='ssk_new'"]
    expect(update(...same)).toStrictEqual({ text: same.join("\n"), kept: 0 })
    const local = update("STACK_API_URL=http://127.0.0.1:9 # emulator", "STACK_SECRET_SERVER_KEY=ssk_old")
    expect(local.kept).toBe(0)
    expect(update(`STACK_API_URL=""`, "STACK_SECRET_SERVER_KEY= # to be filled in").kept).toBe(0)
    expect(EnvFile.hasProject(`STACK_PROJECT_ID="" # none yet`)).toBe(false)
    expect(EnvFile.hasProject(`STACK_PROJECT_ID="#1"`)).toBe(true)
  })

  it("shows by its variables which brand it uses", () => {
    expect(EnvFile.detectBrand("STACK_PROJECT_ID=1\n# HEXCLAVE_PROJECT_ID=1")).toBe("STACK")
    expect(EnvFile.detectBrand("A=1\nNEXT_PUBLIC_HEXCLAVE_PROJECT_ID=1")).toBe("HEXCLAVE")
  })
})

describe("an env file", () => {
  const inFolder = <A, E>(use: (folder: string) => Effect.Effect<A, E>) =>
    Effect.scoped(Effect.flatMap(temporaryFolder, use))

  const readMode = (file: string) => (fs.statSync(file).mode & 0o777).toString(8)

  it.effect("is readable by its owner only, even if it existed before", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const file = path.join(folder, ".env")
        expect(yield* EnvFile.read(file)).toBe("")
        yield* EnvFile.write(file, "A=1")
        expect(readMode(file)).toBe("600")
        for (const text of ["A=2", "A=2"]) {
          fs.chmodSync(file, 0o644)
          yield* EnvFile.write(file, text)
          expect({ text: yield* EnvFile.read(file), mode: readMode(file) }).toStrictEqual({ text, mode: "600" })
        }
        expect(fs.readdirSync(folder)).toStrictEqual([".env"])
      })
    )
  )

  it.effect("is written where a symbolic link leads", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const [file, link] = [path.join(folder, "shared"), path.join(folder, ".env")]
        fs.writeFileSync(file, "A=1")
        fs.symlinkSync("shared", link)
        yield* EnvFile.write(link, "A=2")
        expect(fs.lstatSync(link).isSymbolicLink()).toBe(true)
        expect(fs.readFileSync(file, "utf8")).toBe("A=2")
      })
    )
  )

  it.effect("is named in the error if it cannot be used", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const read = yield* Effect.flip(EnvFile.read(folder))
        expect(read.message).toContain(`Cannot read ${folder}: `)
        const file = path.join(folder, "missing/.env")
        const write = yield* Effect.flip(EnvFile.write(file, "A=1"))
        expect(write.message).toBe(`Cannot write ${file}: its folder does not exist`)
      })
    )
  )
})
