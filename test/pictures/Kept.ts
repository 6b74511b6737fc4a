/** Small pictures that are in the repository, and whether a page still looks like its picture. */
import * as fs from "node:fs"
import * as path from "node:path"
import type { Page } from "playwright-core"

const folder = path.resolve(import.meta.dirname, "kept")

/** Kept at a quarter of its width. */
const shrink = 4

/** Blocks of a picture differ when their colours do by more than this, of 255. */
const tolerance = 40

/** How many of the blocks may differ: fonts of another machine move lines, and a colour that is lost is found before. */
const mostBlocks = 0.08

const urlOf = (png: Buffer): string => `data:image/png;base64,${png.toString("base64")}`

/** A picture at a quarter of its size. */
export const small = async (page: Page, png: Buffer): Promise<Buffer> => {
  const url = await page.evaluate(
    async ([source, shrink]) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const canvas = document.createElement("canvas")
      canvas.width = image.width / shrink
      canvas.height = image.height / shrink
      const brush = canvas.getContext("2d")!
      brush.imageSmoothingQuality = "high"
      brush.drawImage(image, 0, 0, canvas.width, canvas.height)
      return canvas.toDataURL("image/png")
    },
    [urlOf(png), shrink] as const
  )
  return Buffer.from(url.slice(url.indexOf(",") + 1), "base64")
}

/** The share of blocks in which two pictures differ. */
const difference = (page: Page, one: Buffer, other: Buffer): Promise<number> =>
  page.evaluate(
    async ([sources, tolerance]) => {
      const [one = [], other = []] = await Promise.all(
        sources.map(async (source) => {
          const image = new Image()
          image.src = source
          await image.decode()
          const canvas = document.createElement("canvas")
          canvas.width = Math.round(image.width / 10)
          canvas.height = Math.round(image.height / 10)
          const brush = canvas.getContext("2d")!
          brush.imageSmoothingQuality = "high"
          brush.drawImage(image, 0, 0, canvas.width, canvas.height)
          return [...brush.getImageData(0, 0, canvas.width, canvas.height).data]
        })
      )
      if (one.length !== other.length) return 1
      const differs = new Set(one.flatMap((value, at) => (Math.abs(value - other[at]!) > tolerance ? [at >> 2] : [])))
      return differs.size / (one.length / 4)
    },
    [[urlOf(one), urlOf(other)], tolerance] as const
  )

/** Compares a picture with the one that is kept, or keeps it; answers what is wrong. */
export const compare = async (page: Page, name: string, png: Buffer, save: boolean): Promise<ReadonlyArray<string>> => {
  const file = path.join(folder, `${name}.png`)
  const now = await small(page, png)
  if (save) {
    fs.mkdirSync(folder, { recursive: true })
    fs.writeFileSync(file, now)
    return []
  }
  if (!fs.existsSync(file))
    return [`no picture is kept as ${path.basename(file)}: look at it, then npm run pictures -- --save`]
  const share = await difference(page, fs.readFileSync(file), now)
  return share > mostBlocks ? [`${Math.round(share * 100)} % differ from ${path.basename(file)}`] : []
}
