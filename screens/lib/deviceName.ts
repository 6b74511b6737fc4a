import type { Text } from "../text/en.ts"

/** The first match names the browser: most user agents also claim to be other browsers. */
const browsers = [
  ["Edge", /\bEdg(?:A|iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ["Safari", /\bVersion\/.*\bSafari\//]
] as const

const systems = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMacintosh\b/],
  ["Linux", /\bLinux\b/]
] as const

const findName = (userAgent: string, names: ReadonlyArray<readonly [name: string, pattern: RegExp]>) =>
  names.find(([, pattern]) => pattern.test(userAgent))?.[0]

/** Returns a readable name for a user agent, such as "Firefox on Windows", or undefined if it is not a common one. */
export const formatDevice = ({ sessions }: Text, userAgent: string): string | undefined => {
  const browser = findName(userAgent, browsers)
  const system = findName(userAgent, systems)
  return browser !== undefined && system !== undefined ? sessions.deviceOn({ browser, system }) : (browser ?? system)
}

/** Whether a user agent is that of a phone. */
export const isPhone = (userAgent: string): boolean => /\biPhone\b|\bAndroid\b.*\bMobile\b/.test(userAgent)
