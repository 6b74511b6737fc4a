/**
 * The formats of the data vault against vectors: those of format 1 are computed here a second time, with another
 * library and from the text of the decision; those of the vendor's SDK were made with its published versions.
 */
import * as crypto from "node:crypto"
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import * as VaultCipher from "../../src/server/internal/VaultCipher.ts"
import * as VendorVault from "../../src/server/internal/VendorVault.ts"

interface Vector {
  readonly secret: string
  readonly key: string
  readonly value: string
  readonly hashedKey: string
  readonly encryptedValue: string
}

interface OwnVector extends Vector {
  readonly projectId: string
  readonly storeId: string
  readonly nonce: string
}

const fixture = new URL("../fixtures/data-vault.json", import.meta.url)
const vectors = JSON.parse(readFileSync(fixture, "utf8")) as {
  readonly format1: ReadonlyArray<OwnVector>
  readonly vendor: ReadonlyArray<Vector & { readonly sdk: string }>
}

const context = (...parts: ReadonlyArray<string | number>) =>
  Buffer.from(JSON.stringify(["gatefold-data-vault", 1, ...parts]))

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, "hex"))

const reference = ({ key, nonce, projectId: given, secret, storeId, value }: OwnVector) => {
  const projectId = given.toLowerCase()
  let stretched = Buffer.from(secret)
  for (let turn = 0; turn < 6; turn++) {
    stretched = crypto.pbkdf2Sync(stretched, context("secret", projectId, storeId, turn), 100_000, 32, "sha256")
  }
  const derive = (purpose: string) => Buffer.from(crypto.hkdfSync("sha256", stretched, "", context(purpose), 32))
  const cipher = crypto.createCipheriv("aes-256-gcm", derive("encryption"), bytes(nonce))
  cipher.setAAD(context("value", projectId, storeId, key))
  const encrypted = Buffer.concat([cipher.update(value, "utf8"), cipher.final(), cipher.getAuthTag()])
  return {
    hashedKey: crypto.createHmac("sha256", derive("hashing")).update(key).digest("base64"),
    encryptedValue: Buffer.concat([Buffer.from("GF\u0001"), bytes(nonce), encrypted]).toString("base64")
  }
}

describe("format 1", () => {
  it.each(vectors.format1)("decrypts with the key $key", async (vector) => {
    const { encryptedValue, hashedKey, key, nonce, value } = vector
    expect(reference(vector)).toStrictEqual({ encryptedValue, hashedKey })
    const cipher = await VaultCipher.make(vector)
    const place = await cipher.findPlace(key)
    expect(place.hashedKey).toBe(hashedKey)
    expect(await cipher.seal(place, value, bytes(nonce))).toBe(encryptedValue)
    expect(await cipher.open(place, encryptedValue)).toStrictEqual({ _tag: "Value", value })
    expect(await cipher.open(cipher.check, encryptedValue)).toStrictEqual({ _tag: "Foreign" })
  })

  it("rejects a value with any byte changed or cut off, and tells an unknown format from a foreign value", async () => {
    const [vector] = vectors.format1
    const cipher = await VaultCipher.make(vector!)
    const place = await cipher.findPlace(vector!.key)
    const sealed = Buffer.from(vector!.encryptedValue, "base64")
    for (let index = 0; index < sealed.length; index++) {
      const changed = Buffer.from(sealed)
      changed[index]! ^= 1
      const _tag = index < 3 ? "UnknownFormat" : "Foreign"
      expect(await cipher.open(place, changed.toString("base64")), `byte ${index}`).toStrictEqual({ _tag })
    }
    for (let length = 0; length < sealed.length; length++) {
      const { _tag } = await cipher.open(place, sealed.subarray(0, length).toString("base64"))
      expect(_tag, `${length} bytes`).toBe(length < 3 ? "UnknownFormat" : "Foreign")
    }
    expect(await cipher.open(place, "no base64")).toStrictEqual({ _tag: "UnknownFormat" })
  })

  it("holds values of a megabyte", async () => {
    const cipher = await VaultCipher.make(vectors.format1[0]!)
    const value = "ü".repeat(500_000)
    const sealed = await cipher.seal(cipher.check, value, bytes("00".repeat(12)))
    expect(await cipher.open(cipher.check, sealed)).toStrictEqual({ _tag: "Value", value })
  })
})

describe("values of the vendor's SDK", () => {
  it.each(vectors.vendor)("$sdk: of the key $key", async ({ encryptedValue, hashedKey, key, secret, value }) => {
    const vendor = await VendorVault.make(secret, key)
    expect(vendor.hashedKey).toBe(hashedKey)
    expect(await vendor.open(encryptedValue)).toBe(value)
    const changed = Buffer.from(encryptedValue, "base64")
    changed[changed.length - 1]! ^= 1
    expect(await vendor.open(changed.toString("base64"))).toBeUndefined()
    expect(await vendor.open(Buffer.from([2, 0, ...changed.subarray(2)]).toString("base64"))).toBeUndefined()
    expect(await (await VendorVault.make(`${secret}!`, key)).open(encryptedValue)).toBeUndefined()
  })
})
