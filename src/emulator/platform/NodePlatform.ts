/** The platform of Node. */
import * as crypto from "node:crypto"
import { domainToUnicode } from "node:url"
import type { Platform, ScryptCost } from "./Platform.ts"

const toScryptOptions = ({ N, p, r }: ScryptCost) => ({ N, r, p, maxmem: 256 * N * r + 1024 * 1024 })

const encodeBase64Url = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url")

type Argon2id = NonNullable<Platform["argon2id"]>

const hashArgon2id: Argon2id = (password, salt, size, { m, p, t }) =>
  new Promise((resolve, reject) => {
    const input = { message: password, nonce: salt, parallelism: p, tagLength: size, memory: m, passes: t }
    crypto.argon2("argon2id", input, (error, key) => (error === null ? resolve(key) : reject(error)))
  })

/** Digests, signatures and threads of OpenSSL. */
export const platform: Platform = {
  digest: (hash, data) => crypto.createHash(hash).update(data).digest(),
  hmac: (hash, key, data) => crypto.createHmac(hash, key).update(data).digest(),
  hkdf: (secret, info, size) => new Uint8Array(crypto.hkdfSync("sha256", secret, "", info, size)),
  timingSafeEqual: (left, right) => left.byteLength === right.byteLength && crypto.timingSafeEqual(left, right),
  argon2id: "argon2" in crypto ? hashArgon2id : undefined,
  scrypt: (password, salt, size, cost) =>
    new Promise((resolve, reject) => {
      crypto.scrypt(password, salt, size, toScryptOptions(cost), (error, key) =>
        error === null ? resolve(key) : reject(error)
      )
    }),
  scryptSync: (password, salt, size, cost) => crypto.scryptSync(password, salt, size, toScryptOptions(cost)),
  p256: (scalar) => {
    const curve = crypto.createECDH("prime256v1")
    curve.setPrivateKey(scalar)
    const point = curve.getPublicKey()
    const [x, y] = [point.subarray(1, 33), point.subarray(33, 65)]
    const jwk = { kty: "EC", crv: "P-256", x: encodeBase64Url(x), y: encodeBase64Url(y), d: encodeBase64Url(scalar) }
    const key = crypto.createPrivateKey({ key: jwk, format: "jwk" })
    return { x, y, sign: (message) => crypto.sign("sha256", message, { key, dsaEncoding: "ieee-p1363" }) }
  },
  domainToUnicode
}
