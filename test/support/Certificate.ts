/** Certificates (RFC 5280), so that tests can serve https: of an authority, of servers, and outdated ones. */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto"
import { isIPv4 } from "node:net"

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

const dayMillis = 86_400_000

const makeName = (commonName: string) =>
  sequence(der(0x31, sequence(identifier("550403"), der(0x0c, Buffer.from(commonName)))))

const hostName = (host: string) =>
  isIPv4(host) ? der(0x87, Buffer.from(host.split(".").map(Number))) : der(0x82, Buffer.from(host))

const extension = (id: string, content: Uint8Array) => sequence(identifier(id), der(0x04, content))

/** A certificate with its key, both as PEM. */
export interface Certificate {
  readonly key: string
  readonly cert: string
}

/** What signs certificates. */
export interface Authority extends Certificate {
  readonly name: string
  readonly privateKey: KeyObject
}

interface Contents {
  readonly name: string
  readonly from: Date
  readonly until: Date
  readonly extensions: ReadonlyArray<Uint8Array>
  readonly issuer?: Authority | undefined
}

const issue = ({ extensions, from, issuer, name, until }: Contents): Authority => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const algorithm = sequence(identifier("2a8648ce3d040302")) // ecdsa-with-SHA256
  const certificate = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))), // version 3
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])), // serial number, positive
    algorithm,
    makeName(issuer?.name ?? name),
    sequence(time(from), time(until)),
    makeName(name),
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(...extensions))
  )
  const signature = sign("sha256", certificate, issuer?.privateKey ?? privateKey)
  const signed = sequence(certificate, algorithm, bits(signature))
  return {
    name,
    privateKey,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${signed.toString("base64")}\n-----END CERTIFICATE-----\n`
  }
}

/** Makes an authority for the days around now. */
export const authority = (): Authority =>
  issue({
    name: "An authority of tests",
    from: new Date(Date.now() - 2 * dayMillis),
    until: new Date(Date.now() + 2 * dayMillis),
    extensions: [
      // basicConstraints, critical: it is an authority.
      sequence(
        identifier("551d13"),
        der(0x01, Buffer.from([0xff])),
        der(0x04, sequence(der(0x01, Buffer.from([0xff]))))
      )
    ]
  })

/**
 * Makes the certificate of a server, by default for `localhost`, the days around now, and signed by itself. With
 * `expired` it ended an hour ago.
 */
export const make = ({
  expired = false,
  host = "localhost",
  issuer
}: {
  readonly host?: string
  readonly issuer?: Authority
  readonly expired?: boolean
} = {}): Certificate => {
  const { cert, key } = issue({
    name: host,
    issuer,
    from: new Date(Date.now() - dayMillis),
    until: new Date(Date.now() + (expired ? -3_600_000 : dayMillis)),
    extensions: [extension("551d11", sequence(hostName(host)))]
  })
  return { key, cert }
}
