/** Chromium with a font for each language of the gallery. */
import * as fs from "node:fs"
import * as path from "node:path"
import { type Browser, chromium } from "playwright-core"
import * as Chromium from "../browser/Chromium.ts"

const cache = path.resolve(import.meta.dirname, "../../.cache")
const fonts = path.join(import.meta.dirname, "node_modules/@expo-google-fonts")
/** The monospace font in one weight, because Chromium would take any other weight for texts that have none of it. */
const folders = [
  ...["400Regular", "500Medium", "600SemiBold", "700Bold"].map((weight) => `noto-sans-arabic/${weight}`),
  "noto-sans-mono/400Regular"
].map((folder) => path.join(fonts, folder))

/** The fonts of Chromium, and ours. */
const makeConfig = (ofChromium: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include>${ofChromium}</include>
  ${folders.map((folder) => `<dir>${folder}</dir>`).join("\n  ")}
  <alias binding="strong">
    <family>monospace</family>
    <prefer><family>Noto Sans Mono</family></prefer>
  </alias>
</fontconfig>
`

/** Starts it. */
export const launch = async (): Promise<Browser> => {
  if (!folders.every((folder) => fs.existsSync(folder))) {
    throw new Error("Run node tools/install.ts test/pictures first")
  }
  const options = await Chromium.launchOptions()
  const ofChromium = options.env?.["FONTCONFIG_FILE"]
  // Another Chromium has the fonts of the system.
  if (ofChromium === undefined) return chromium.launch(options)
  const file = path.join(cache, "gallery-fonts.conf")
  fs.writeFileSync(file, makeConfig(ofChromium))
  return chromium.launch({ ...options, env: { ...options.env, FONTCONFIG_FILE: file } })
}
