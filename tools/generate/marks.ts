/**
 * Copies the marks of the providers from the screens to the emulator: apps own their copy of the screens, and the
 * package cannot import it.
 *
 * `--check` writes nothing and fails when the copy is out of date.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { fileURLToPath } from "node:url"

const root = path.resolve(import.meta.dirname, "../..")
const file = path.join(root, "src/emulator/idp/internal/generated/providerMarks.ts")

/** The copy as it should be. */
export const printCopy = (): string => {
  const text = fs.readFileSync(path.join(root, "screens/lib/providerMarks.ts"), "utf8")
  return `/** Copied from \`screens/lib/providerMarks.ts\` by \`npm run generate -- marks\`: change that, not this. */\n\n${text}`
}

/** The copy as it is. */
export const readCopy = (): string => (fs.existsSync(file) ? fs.readFileSync(file, "utf8") : "")

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!process.argv.includes("--check")) {
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, printCopy())
  } else if (readCopy() !== printCopy()) {
    console.error("Out of date, run `npm run generate -- marks`: src/emulator/idp/internal/generated/providerMarks.ts")
    process.exitCode = 1
  }
}
