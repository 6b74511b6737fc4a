/** Conditions of sign-up rules decide as the service does, and hostile patterns can't stall the emulator. */
import { describe, expect, it } from "vitest"
import * as Condition from "../../../src/emulator/accounts/internal/Condition.ts"
import * as Pattern from "../../../src/emulator/accounts/internal/Pattern.ts"

const facts = {
  email: "ann.b@mail.example.com",
  emailDomain: "mail.example.com",
  countryCode: "US",
  authMethod: "oauth",
  oauthProvider: "google",
  riskScores: { bot: 80, freeTrialAbuse: 5 }
}

const holds = (condition: string) => Condition.holds(condition, facts, { left: 100_000 })

const matches = (pattern: string, text: string) => Pattern.matches(pattern, text, { left: 100_000 })

describe("a condition", () => {
  it.each([
    "true",
    'email == "ann.b@mail.example.com"',
    "emailDomain != 'example.com'",
    'email.contains("@mail") && email.startsWith("ann") && email.endsWith(".com")',
    'countryCode in ["CA", "US"]',
    '!(countryCode in ["CA"])',
    'authMethod == "password" || oauthProvider == "google"',
    'authMethod == "password" && false || true',
    "riskScores.bot >= 80 && riskScores.freeTrialAbuse < 5.5",
    "riskScores.bot > -1",
    'email.matches("^[a-z]+\\\\.[a-z]@")',
    'email.matches("\\\\bmail\\\\b")',
    '"a\\"b" == \'a"b\'',
    "  ( ( true ) )  "
  ])("holds: %s", (condition) => expect(holds(condition)).toBe(true))

  it.each([
    "false",
    'email.contains("spam")',
    "riskScores.bot < 80",
    'email.matches("^b")',
    'email.matches("(")',
    // Not a condition.
    "",
    "email",
    "email ==",
    'email == "a" extra',
    "unknown == 1",
    "riskScores.unknown == 1",
    "constructor == 1",
    'email.constructor("a")',
    'email.contains("a", "b")',
    "riskScores.bot.contains(1)",
    "email < 5",
    "1 && true",
    '"open',
    "this is not CEL at all (",
    "true".repeat(5_000),
    `${"(".repeat(10_000)}true`,
    `${"!".repeat(9_000)}true`
  ])("does not hold: %.60s", (condition) => expect(holds(condition)).toBe(false))
})

describe("a pattern", () => {
  const patterns = [
    "abc",
    "^abc$",
    "a.c",
    "a*b+c?",
    "(ab|cd)+e",
    "(?:x|y){2}",
    "z{1,3}$",
    "[a-c]+[^d-z]",
    "[]a]",
    "[a-]+",
    "\\d{3,}",
    "\\w+@\\w+\\.com",
    "\\bc",
    "c\\B",
    "(a|)b",
    "(a*)*b",
    "(a+?)+$",
    "x{2}{2}",
    "^$",
    "\\.",
    "\\$|\\^",
    "[\\d\\s]+-"
  ]
  const texts = [
    "",
    "abc",
    "aabbc",
    "abcdabe",
    "xyxy",
    "zz",
    "a-",
    "]",
    "123-",
    "ann@example.com",
    "a c",
    "aaaa",
    "$",
    "xxxx"
  ]

  it.each(patterns)("matches like JavaScript's: %s", (pattern) => {
    // In JavaScript an empty set matches nothing; here, as in RE2, a first bracket is a character.
    const own = pattern === "[]a]" ? /[\]a]/ : pattern === "x{2}{2}" ? undefined : new RegExp(pattern)
    expect(texts.filter((text) => matches(pattern, text))).toStrictEqual(texts.filter((text) => own?.test(text)))
  })

  it.each(["(", ")", "[a", "a{2,1}", "*a", "(?=a)", "(?i)a", "\\1", "\\k", "a{5000}", "(((a{9}){9}){9}){9}", "a\\"])(
    "matches nothing if it is invalid, not supported or too long: %s",
    (pattern) => expect(matches(pattern, "a".repeat(500))).toBe(false)
  )

  it("takes steps in proportion to the text, even where JavaScript's never ends", () => {
    const work = (length: number) => {
      const meter = { left: 1_000_000 }
      expect(Pattern.matches("^(a+)+$", `${"a".repeat(length)}!`, meter)).toBe(false)
      return 1_000_000 - meter.left
    }
    expect(work(400) / work(200)).toBeLessThan(2.1)
    expect(work(400)).toBeLessThan(10_000)
  })

  it.each([
    ["^.$", "😀", true],
    ["^[😀]$", "😀", true],
    ["^[^a]$", "😀", true],
    ["^[😀-😎]+$", "😃😄", true],
    ["^[\uE000-\uFFFF]$", "😀", false],
    ["^😀{2}$", "😀😀", true],
    ["^..$", "😀", false]
  ])("reads whole characters, like RE2: %s in %s", (pattern, text, isMatch) =>
    expect(matches(pattern, text)).toBe(isMatch)
  )

  it("takes no steps for the empty text, however often it is repeated", () => {
    const meter = { left: 1_000 }
    expect(Pattern.matches("^(((){999}){999}){999}a$", "a", meter)).toBe(true)
    expect(meter.left).toBeGreaterThan(900)
  })

  it("counts as work even if it is too long", () => {
    const meter = { left: 10_000 }
    for (let n = 0; n < 10; n++) expect(Pattern.matches("a{2999}", "a", meter)).toBe(false)
    expect(meter.left).toBeLessThan(0)
    expect(meter.left).toBeGreaterThan(-100)
  })

  it("stops when the budget of all patterns is used up", () => {
    const meter = { left: 500 }
    const condition = Array.from({ length: 50 }, () => 'email.matches(".*.*.*#")').join(" || ")
    expect(Condition.holds(condition, facts, meter)).toBe(false)
    expect(meter.left).toBeLessThan(0)
    expect(meter.left).toBeGreaterThan(-1_000)
  })
})
