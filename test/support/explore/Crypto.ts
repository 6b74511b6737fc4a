/**
 * WebCrypto that answers within the turn of the event loop: the real one answers whenever its threads are done, and the
 * schedule would be another one each time. It computes the same.
 */
import { createHash, createHmac, KeyObject, verify } from "node:crypto"

type Bytes = ArrayBuffer | ArrayBufferView

const readBytes = (data: Bytes) =>
  ArrayBuffer.isView(data) ? Buffer.from(data.buffer, data.byteOffset, data.byteLength) : Buffer.from(data)

const plain = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer

const hmac = (key: CryptoKey, data: Bytes): Buffer =>
  createHmac("sha256", KeyObject.from(key)).update(readBytes(data)).digest()

const { importKey } = globalThis.crypto.subtle

const synchronous = {
  /** As ever, which takes no thread; but so that the key can be used here. */
  importKey: (...[format, data, algorithm, , usages]: Parameters<typeof importKey>) =>
    importKey.call(globalThis.crypto.subtle, format, data, algorithm, true, usages),
  digest: async (_algorithm: unknown, data: Bytes) => plain(createHash("sha256").update(readBytes(data)).digest()),
  sign: async (_algorithm: unknown, key: CryptoKey, data: Bytes) => plain(hmac(key, data)),
  verify: async (_algorithm: unknown, key: CryptoKey, signature: Bytes, data: Bytes) =>
    key.type === "public"
      ? verify("sha256", readBytes(data), { key: KeyObject.from(key), dsaEncoding: "ieee-p1363" }, readBytes(signature))
      : hmac(key, data).equals(readBytes(signature))
}

/** Until the function that it answers is called. */
export const install = (): (() => void) => {
  const { subtle } = globalThis.crypto
  const names = Object.keys(synchronous) as ReadonlyArray<keyof typeof synchronous>
  const kept = names.map((name) => [name, Object.getOwnPropertyDescriptor(subtle, name)] as const)
  for (const name of names) {
    Object.defineProperty(subtle, name, { value: synchronous[name], configurable: true, writable: true })
  }
  return () => {
    for (const [name, own] of kept) {
      if (own === undefined) Reflect.deleteProperty(subtle, name)
      else Object.defineProperty(subtle, name, own)
    }
  }
}
