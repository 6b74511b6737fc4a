/** Node's platform and that of browsers answer the same. */
import { domainToUnicode } from "node:url"
import { describe, expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import { platform as browser } from "../../../src/emulator/platform/BrowserPlatform.ts"
import { platform as node } from "../../../src/emulator/platform/NodePlatform.ts"
import type { Hash } from "../../../src/emulator/platform/Platform.ts"

const hashes: ReadonlyArray<Hash> = ["sha1", "sha256", "sha512"]
const bytes = fc.uint8Array({ maxLength: 300 })
const data = fc.oneof(bytes, fc.string({ unit: "binary", maxLength: 100 }))

const same = (left: Uint8Array, right: Uint8Array) => expect(Buffer.from(left)).toStrictEqual(Buffer.from(right))

describe("the platforms", () => {
  it("hash the same", () => {
    fc.assert(
      fc.property(fc.constantFrom(...hashes), bytes, data, (hash, key, data) => {
        same(browser.digest(hash, data), node.digest(hash, data))
        same(browser.hmac(hash, key, data), node.hmac(hash, key, data))
      })
    )
  })

  it("derive the same", async () => {
    await fc.assert(
      fc.asyncProperty(data, bytes, fc.string({ maxLength: 20 }), async (password, salt, info) => {
        const cost = { N: 4, r: 1, p: 2 }
        same(browser.scryptSync(password, salt, 32, cost), node.scryptSync(password, salt, 32, cost))
        same(await browser.scrypt(password, salt, 32, cost), await node.scrypt(password, salt, 32, cost))
        const argon2 = { m: 16, t: 1, p: 2 }
        // Argon2 takes a salt of at least 8 bytes.
        const nonce = new Uint8Array([...salt, ...new Uint8Array(8)])
        if (node.argon2id !== undefined && browser.argon2id !== undefined) {
          same(await browser.argon2id(password, nonce, 32, argon2), await node.argon2id(password, nonce, 32, argon2))
        }
        same(browser.hkdf(salt, info, 48), node.hkdf(salt, info, 48))
      }),
      { numRuns: 20 }
    )
  })

  it("have the same keys, and take the signatures of each other", async () => {
    const scalar = Uint8Array.from({ length: 32 }, (_, i) => i + 1)
    const [ours, theirs] = [browser.p256(scalar), node.p256(scalar)]
    same(ours.x, theirs.x)
    same(ours.y, theirs.y)
    const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" }
    const point = Uint8Array.from([4, ...ours.x, ...ours.y])
    const key = await crypto.subtle.importKey("raw", point, algorithm, false, ["verify"])
    const message = new TextEncoder().encode("message")
    const verify = ({ sign }: typeof ours) =>
      crypto.subtle.verify(algorithm, key, Uint8Array.from(sign(message)), message)
    expect(await Promise.all([ours, theirs].map(verify))).toStrictEqual([true, true])
  })

  it("compare the same", () => {
    fc.assert(
      fc.property(bytes, fc.nat(), (left, at) => {
        const right = Uint8Array.from(left, (byte, i) => (i === at % (left.length + 1) ? byte ^ 1 : byte))
        expect(browser.timingSafeEqual(left, right)).toBe(node.timingSafeEqual(left, right))
      })
    )
  })

  it.each([browser, node])("find arrays of different sizes unequal", ({ timingSafeEqual }) => {
    const whole = Uint8Array.of(1, 2, 0)
    for (const part of [whole.subarray(0, 0), whole.subarray(0, 2)]) {
      expect([timingSafeEqual(part, whole), timingSafeEqual(whole, part)]).toStrictEqual([false, false])
    }
  })

  it("read the same hosts", () => {
    const letters = fc.string({ unit: fc.constantFrom(..."aż9üñ東京ßمثالक😀-ѐ"), minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(fc.array(letters, { minLength: 1, maxLength: 4 }), (labels) => {
        const url = `http://${labels.join(".")}/`
        fc.pre(URL.canParse(url))
        const { hostname } = new URL(url)
        expect(browser.domainToUnicode(hostname)).toBe(domainToUnicode(hostname))
      })
    )
    expect(browser.domainToUnicode("xn--mnchen-3ya.example")).toBe("münchen.example")
  })
})
