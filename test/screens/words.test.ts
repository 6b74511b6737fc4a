/** What the screens say of times and devices. */
import { describe, expect, it } from "vitest"
import { formatDevice } from "../../screens/lib/deviceName.ts"
import { formatRelativeTime } from "../../screens/lib/relativeTime.ts"
import { en } from "../../screens/text/en.ts"

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

describe("a duration", () => {
  it.each([
    [0, undefined],
    [-20_000, undefined],
    [-minute, "1 minute ago"],
    [5 * minute, "in 5 minutes"],
    [hour, "in 1 hour"],
    [-36 * hour, "1 day ago"],
    [day, "in 1 day"],
    [90 * day, "in 90 days"],
    [90 * day - 5_000, "in 90 days"], // of a choice that was made a moment ago
    [365 * day, "in 365 days"],
    [-3 * 365 * day, "3 years ago"]
  ])("says %d ms as %s", (millis, words) => {
    expect(formatRelativeTime(millis, "en")).toBe(words)
  })
})

it("says durations in other languages", () => {
  expect(formatRelativeTime(90 * day, "de")).toBe("in 90 Tagen")
  expect(formatRelativeTime(-hour, "fr")).toBe("il y a 1 heure")
})

describe("a user agent", () => {
  const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)"
  const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)"
  it.each([
    [`${mac} Version/18.5 Safari/605.1.15`, "Safari on macOS"],
    [`${windows} Chrome/139.0.0.0 Safari/537.36`, "Chrome on Windows"],
    [`${windows} Chrome/139.0.0.0 Safari/537.36 Edg/139.0.0.0`, "Edge on Windows"],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
      "Safari on iPhone"
    ],
    [
      "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
      "Samsung Internet on Android"
    ],
    ["curl/8.15.0", undefined]
  ])("%s is %s", (userAgent, name) => {
    expect(formatDevice(en, userAgent)).toBe(name)
  })
})
