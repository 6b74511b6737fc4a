/** What colors people see on a page: those that the browser has computed, over whatever is behind them. */
import type { Page } from "playwright-core"

/** A part of a page. */
export interface Part {
  /** The first of these elements that is visible. */
  readonly selector: string
  /** How far its text, its ground or its border stands out from what is around it: a ratio as of WCAG. */
  readonly of: "text" | "ground" | "border"
  readonly least: number
}

/** What has to be told apart on every screen that has it, in both themes. */
export const parts: ReadonlyArray<Part> = [
  { selector: ".gf-button-primary", of: "text", least: 4.5 },
  { selector: ".gf-button-primary", of: "ground", least: 3 },
  { selector: ".gf-button-secondary", of: "text", least: 4.5 },
  { selector: ".gf-button-secondary", of: "border", least: 1.15 },
  { selector: ".gf-button-danger-quiet", of: "text", least: 4.5 },
  { selector: ".gf-screen h1", of: "text", least: 7 },
  { selector: ".gf-screen .gf-muted", of: "text", least: 4.5 },
  { selector: ".gf-screen .gf-label", of: "text", least: 7 },
  { selector: ".gf-screen a[href]:not(.gf-button)", of: "text", least: 4.5 },
  { selector: "input.gf-input", of: "text", least: 7 },
  { selector: "input.gf-input", of: "border", least: 3 },
  { selector: ".gf-auth-card, .gf-card", of: "border", least: 1.15 },
  { selector: ".gf-avatar", of: "text", least: 4.5 },
  { selector: ".gf-team-button", of: "text", least: 4.5 },
  { selector: ".gf-menu-popup a", of: "text", least: 7 },
  { selector: ".gf-menu-popup", of: "border", least: 1.15 },
  { selector: ".gf-notice p", of: "text", least: 4.5 }
]

/** What was measured of a part. */
export interface Measured extends Part {
  readonly contrast: number
}

/** Measures the parts that the page has. */
export const measure = (page: Page): Promise<ReadonlyArray<Measured>> =>
  page.evaluate((parts) => {
    type Color = readonly [red: number, green: number, blue: number, alpha: number]

    const canvas = document.createElement("canvas")
    canvas.width = canvas.height = 1
    const brush = canvas.getContext("2d", { willReadFrequently: true })!
    const parse = (text: string): Color => {
      brush.clearRect(0, 0, 1, 1)
      brush.fillStyle = text
      brush.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0, alpha = 0] = brush.getImageData(0, 0, 1, 1).data
      return [red, green, blue, alpha / 255]
    }
    const over = (top: Color, below: Color): Color => {
      const mix = (a: number, b: number) => a * top[3] + b * (1 - top[3])
      return [mix(top[0], below[0]), mix(top[1], below[1]), mix(top[2], below[2]), 1]
    }
    /** What is painted at an element: its own ground over that of all around it, and at last the page's canvas. */
    const findGround = (element: Element | null): Color => {
      if (element === null) {
        const probe = document.createElement("i")
        probe.style.color = "Canvas"
        document.documentElement.append(probe)
        const color = parse(getComputedStyle(probe).color)
        probe.remove()
        return color
      }
      return over(parse(getComputedStyle(element).backgroundColor), findGround(element.parentElement))
    }
    const luminance = (color: Color): number => {
      const [red = 0, green = 0, blue = 0] = color.slice(0, 3).map((channel) => {
        const share = channel / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const contrast = (a: Color, b: Color): number => {
      const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
      return (light + 0.05) / (dark + 0.05)
    }
    return parts.flatMap((part) => {
      const element = [...document.querySelectorAll(part.selector)].find((one) => one.checkVisibility())
      if (element === undefined) return []
      const style = getComputedStyle(element)
      const around = findGround(element.parentElement)
      const shown = {
        text: () => [over(parse(style.color), findGround(element)), findGround(element)] as const,
        ground: () => [findGround(element), around] as const,
        border: () => [over(parse(style.borderTopColor), around), around] as const
      }
      const isDrawn = part.of !== "border" || (style.borderTopStyle !== "none" && style.borderTopWidth !== "0px")
      return [{ ...part, contrast: isDrawn ? contrast(...shown[part.of]()) : 1 }]
    })
  }, parts)

/** The parts that nobody can tell apart, in words. */
export const faint = async (page: Page): Promise<ReadonlyArray<string>> =>
  (await measure(page))
    .filter(({ contrast, least }) => contrast < least)
    .map(({ contrast, least, of, selector }) => `${selector}: ${of} ${contrast.toFixed(2)} < ${least}`)

/** Whether an element stands on a dark ground. */
export const isDark = (page: Page, selector: string): Promise<boolean> =>
  page.locator(selector).evaluate((element) => {
    // Computed colors are in any color space; pixels are not.
    const brush = new OffscreenCanvas(1, 1).getContext("2d")!
    brush.fillStyle = getComputedStyle(element).backgroundColor
    brush.fillRect(0, 0, 1, 1)
    return brush.getImageData(0, 0, 1, 1).data[0]! < 128
  })
