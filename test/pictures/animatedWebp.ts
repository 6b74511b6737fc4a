/** Makes one moving picture of pictures in WebP, each of which stays as it is (RFC 9649). */

/** A picture in WebP, and how long it is shown. */
export interface Frame {
  readonly webp: Buffer
  readonly millis: number
}

const uint24 = (value: number): Buffer => {
  const bytes = Buffer.alloc(3)
  bytes.writeUIntLE(value, 0, 3)
  return bytes
}

const chunk = (name: string, content: Buffer): Buffer => {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(content.length)
  return Buffer.concat([Buffer.from(name, "latin1"), size, content, Buffer.alloc(content.length % 2)])
}

/** The part of a file that has the pixels. */
const findPixels = (webp: Buffer): Buffer => {
  for (let at = 12; at < webp.length;) {
    const name = webp.toString("latin1", at, at + 4)
    const size = webp.readUInt32LE(at + 4)
    if (name === "VP8 " || name === "VP8L") return chunk(name, webp.subarray(at + 8, at + 8 + size))
    at += 8 + size + (size % 2)
  }
  throw new Error("A frame is no picture in WebP")
}

/** All frames must have the same size. It is repeated for ever. */
export const animate = (frames: ReadonlyArray<Frame>, width: number, height: number): Buffer => {
  const size = Buffer.concat([uint24(width - 1), uint24(height - 1)])
  const animation = 0b10
  const header = chunk("VP8X", Buffer.concat([Buffer.from([animation, 0, 0, 0]), size]))
  const repeats = chunk("ANIM", Buffer.from([255, 255, 255, 255, 0, 0]))
  const doNotBlend = 0b10
  const pictures = frames.map(({ millis, webp }) =>
    chunk(
      "ANMF",
      Buffer.concat([uint24(0), uint24(0), size, uint24(millis), Buffer.from([doNotBlend]), findPixels(webp)])
    )
  )
  const content = Buffer.concat([Buffer.from("WEBP", "latin1"), header, repeats, ...pictures])
  return chunk("RIFF", content)
}
