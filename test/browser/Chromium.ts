/**
 * A real Chromium that comes inside an npm package, with the libraries and fonts that it needs: neither a download nor
 * a package of the operating system.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { inflate } from "@sparticuz/chromium"
import { type Browser, chromium, type LaunchOptions } from "playwright-core"
import packageJson from "../../package.json" with { type: "json" }
import { waitMillis } from "../support/patience.ts"
import { root } from "../support/root.ts"

const archives = path.join(root, "node_modules/@sparticuz/chromium/bin")
const folder = path.join(root, ".cache", `chromium-${packageJson.devDependencies["@sparticuz/chromium"]}`)

const fontConfig = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${path.join(folder, "fonts/fonts")}</dir>
  <cachedir>${path.join(folder, "fonts/cache")}</cachedir>
</fontconfig>
`

/** Unpacks everything once. It gets its final name when it is complete, because test files run in parallel. */
const unpack = async (): Promise<void> => {
  if (fs.existsSync(folder)) return
  fs.mkdirSync(path.dirname(folder), { recursive: true })
  const partial = fs.mkdtempSync(`${folder}.`)
  const { TMPDIR } = process.env
  process.env["TMPDIR"] = partial // where the package unpacks to
  try {
    await Promise.all(
      ["chromium.br", "al2023.tar.br", "fonts.tar.br"].map((name) => inflate(path.join(archives, name)))
    )
    fs.writeFileSync(path.join(partial, "fonts.conf"), fontConfig)
    fs.renameSync(partial, folder)
  } catch (error) {
    fs.rmSync(partial, { recursive: true, force: true })
    // Another test file was faster.
    if (!fs.existsSync(folder)) throw error
  } finally {
    if (TMPDIR === undefined) delete process.env["TMPDIR"]
    else process.env["TMPDIR"] = TMPDIR
  }
}

const flags = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--host-resolver-rules=MAP app.test 127.0.0.1"
]

/** How a Chromium is started. On other systems than Linux on x64, `CHROMIUM_PATH` says where one is. */
export const launchOptions = async (): Promise<LaunchOptions> => {
  const given = process.env["CHROMIUM_PATH"]
  if (given !== undefined) return { executablePath: given, args: flags, timeout: waitMillis }
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new Error("The Chromium from npm is for Linux on x64; set CHROMIUM_PATH to the path of another one")
  }
  await unpack()
  return {
    executablePath: path.join(folder, "chromium"),
    args: flags,
    timeout: waitMillis,
    env: {
      ...process.env,
      LD_LIBRARY_PATH: path.join(folder, "al2023/lib"),
      FONTCONFIG_FILE: path.join(folder, "fonts.conf")
    }
  }
}

/** Starts a Chromium. */
export const launch = async (): Promise<Browser> => chromium.launch(await launchOptions())
