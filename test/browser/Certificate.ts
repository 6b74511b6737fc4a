/** A self-signed certificate for `localhost` (RFC 5280), so that pages can be served over https. */
import { generateKeyPairSync, sign } from "node:crypto"

const der = (tag: number, ...parts: ReadonlyArray<Uint8Array>): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: ReadonlyArray<Uint8Array>) => der(0x30, ...parts)
const identifier = (hex: string) => der(0x06, Buffer.from(hex, "hex"))
const bits = (content: Uint8Array) => der(0x03, Buffer.from([0]), content)

const time = (date: Date) =>
  der(
    0x17,
    Buffer.from(
      `${date
        .toISOString()
        .replace(/[-:T]|\.\d+/g, "")
        .slice(2)}`
    )
  )

/** Makes a key and a certificate for the days around now, as PEM. */
export const make = (): { readonly key: string; readonly cert: string } => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const dayMillis = 86_400_000
  const now = Date.now()
  const algorithm = sequence(identifier("2a8648ce3d040302")) // ecdsa-with-SHA256
  const name = sequence(der(0x31, sequence(identifier("550403"), der(0x0c, Buffer.from("localhost")))))
  const alternativeName = sequence(identifier("551d11"), der(0x04, sequence(der(0x82, Buffer.from("localhost")))))
  const certificate = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))), // version 3
    der(0x02, Buffer.from([1])), // serial number
    algorithm,
    name,
    sequence(time(new Date(now - dayMillis)), time(new Date(now + dayMillis))),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(alternativeName))
  )
  const signed = sequence(certificate, algorithm, bits(sign("sha256", certificate, privateKey)))
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${signed.toString("base64")}\n-----END CERTIFICATE-----\n`
  }
}
