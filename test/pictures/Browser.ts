/** Chromium with a font for each language of the gallery. */
import * as fs from "node:fs"
import * as path from "node:path"
import { type Browser, chromium } from "playwright-core"
import * as Chromium from "../browser/Chromium.ts"

const cache = path.resolve(import.meta.dirname, "../../.cache")
const fonts = path.join(import.meta.dirname, "node_modules/@expo-google-fonts/noto-sans-arabic")
const weights = ["400Regular", "500Medium", "600SemiBold", "700Bold"]

/** The fonts of Chromium, and ours. */
const configOf = (ofChromium: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include>${ofChromium}</include>
  ${weights.map((weight) => `<dir>${path.join(fonts, weight)}</dir>`).join("\n  ")}
</fontconfig>
`

/** Starts it. */
export const launch = async (): Promise<Browser> => {
  if (!fs.existsSync(fonts)) throw new Error("Run node test/tools/install.ts test/pictures first")
  const options = await Chromium.launchOptions()
  const ofChromium = options.env?.["FONTCONFIG_FILE"]
  // another Chromium has the fonts of the system
  if (ofChromium === undefined) return chromium.launch(options)
  const file = path.join(cache, "gallery-fonts.conf")
  fs.writeFileSync(file, configOf(ofChromium))
  return chromium.launch({ ...options, env: { ...options.env, FONTCONFIG_FILE: file } })
}
