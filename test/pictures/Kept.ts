/** Small pictures that are in the repository, and whether a page still looks like its picture. */
import * as fs from "node:fs"
import * as path from "node:path"
import type { Page } from "playwright-core"

const folder = path.resolve(import.meta.dirname, "kept")

/** Kept at half of its width, and no higher than this. */
const shrink = 2
const highest = 1_200

/** A picture is compared in cells of as many of its own pixels: the edges of letters do not count. */
const cell = 4

/** Cells differ when one of their colors does by more than this, of 255. */
const tolerance = 10

/** How many of the cells may differ. A button that moves by its own height is twice as much. */
const mostCells = 0.002

const quality = 0.8

const makeUrl = (type: string, bytes: Buffer): string => `data:image/${type};base64,${bytes.toString("base64")}`

/** A picture as it is kept. */
export const small = async (page: Page, png: Buffer): Promise<Buffer> => {
  const url = await page.evaluate(
    async ([source, shrink, highest, quality]) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const canvas = document.createElement("canvas")
      canvas.width = image.width / shrink
      canvas.height = Math.min(image.height / shrink, highest)
      const brush = canvas.getContext("2d")!
      brush.imageSmoothingQuality = "high"
      brush.drawImage(image, 0, 0, image.width / shrink, image.height / shrink)
      return canvas.toDataURL("image/webp", quality)
    },
    [makeUrl("png", png), shrink, highest, quality] as const
  )
  return Buffer.from(url.slice(url.indexOf(",") + 1), "base64")
}

/** The share of cells in which two kept pictures differ. */
const difference = (page: Page, one: Buffer, other: Buffer): Promise<number> =>
  page.evaluate(
    async ([sources, cell, tolerance]) => {
      const [one, other] = await Promise.all(
        sources.map(async (source) => {
          const image = new Image()
          image.src = source
          await image.decode()
          const canvas = document.createElement("canvas")
          canvas.width = Math.round(image.width / cell)
          canvas.height = Math.round(image.height / cell)
          const brush = canvas.getContext("2d")!
          brush.imageSmoothingQuality = "high"
          brush.drawImage(image, 0, 0, canvas.width, canvas.height)
          return brush.getImageData(0, 0, canvas.width, canvas.height)
        })
      )
      if (one === undefined || other === undefined) return 1
      if (one.width !== other.width || Math.abs(one.height - other.height) > 2) return 1
      const pixels = Math.min(one.data.length, other.data.length)
      let differ = 0
      for (let at = 0; at < pixels; at += 4) {
        const isOther = [0, 1, 2].some((channel) => {
          return Math.abs(one.data[at + channel]! - other.data[at + channel]!) > tolerance
        })
        if (isOther) differ++
      }
      return differ / (pixels / 4)
    },
    [[makeUrl("webp", one), makeUrl("webp", other)], cell, tolerance] as const
  )

/** How to accept what has changed. */
export const howToAccept =
  "If the change is meant, look at .cache/gallery/index.html and run: npm run gallery -- --save"

/** Compares a picture with the one that is kept, or keeps it; answers what is wrong. */
export const compare = async (page: Page, name: string, png: Buffer, save: boolean): Promise<ReadonlyArray<string>> => {
  const file = path.join(folder, `${name}.webp`)
  const now = await small(page, png)
  const before = fs.existsSync(file) ? fs.readFileSync(file) : undefined
  const share = before === undefined ? 1 : await difference(page, before, now)
  if (share <= mostCells) return []
  if (save) {
    fs.mkdirSync(folder, { recursive: true })
    fs.writeFileSync(file, now)
    return []
  }
  const kept = `test/pictures/kept/${path.basename(file)}`
  return [before === undefined ? `${kept} does not exist` : `${(share * 100).toFixed(1)} % differs from ${kept}`]
}
