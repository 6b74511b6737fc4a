/** Icons that only the console needs, drawn like those of the screens. */
const paths = {
  arrowDown: "M12 5v14m-6-6 6 6 6-6",
  arrowLeft: "M19 12H5m6-6-6 6 6 6",
  arrowUp: "M12 19V5m-6 6 6-6 6 6",
  enter: "M20 5v7H6m5-5-5 5 5 5",
  activity: "M3 12h4l3-8 4 16 3-8h4",
  bolt: "M13 3 5 13.500h6L10.500 21 19 10.500h-6z",
  chevronDown: "m6 9 6 6 6-6",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3 2",
  code: "m8 7-5 5 5 5m8-10 5 5-5 5M14 4l-4 16",
  database:
    "M12 10c4.400 0 8-1.300 8-3s-3.600-3-8-3-8 1.300-8 3 3.600 3 8 3Zm-8-3v10c0 1.700 3.600 3 8 3s8-1.300 8-3V7M4 12c0 1.700 3.600 3 8 3s8-1.300 8-3",
  external: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  hook: "M8 17a3.500 3.500 0 1 1-2-6.300M9.500 9a3.500 3.500 0 1 1 6-1M6 14h8.500m0 0a2.500 2.500 0 1 0 4.500 2 2.500 2.500 0 0 0-4.500-2L11 8",
  idBadge:
    "M4 6h16v13H4zM9 3h6v3M9.500 12.500a1.800 1.800 0 1 0 0-3.600 1.800 1.800 0 0 0 0 3.600ZM6.500 16c.3-1.500 1.500-2.200 3-2.200s2.700.7 3 2.200m2.500-6h3m-3 3.500h3",
  pulse: "M12 12m-3 0a3 3 0 1 0 6 0 3 3 0 1 0-6 0",
  repeat:
    "M4 11V9.500A3.500 3.500 0 0 1 7.500 6H19m0 0-3-3m3 3-3 3M20 13v1.500a3.500 3.500 0 0 1-3.500 3.500H5m0 0 3 3m-3-3 3-3",
  save: "M5 4h11l3 3v13H5zM8 4v5h7V4M8 20v-6h8v6",
  search: "M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13Zm5-1.500L21 21",
  sliders:
    "M4 7h9m4 0h3M4 17h3m4 0h9M15 9.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Zm-6 10a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Z",
  wifiOff:
    "m3 3 18 18M8.500 16a5 5 0 0 1 7 0M5 12.500a10 10 0 0 1 5-2.700m4 .2a10 10 0 0 1 5 2.500M2 9a15 15 0 0 1 4.500-3M10 5a15 15 0 0 1 12 4M12 20h.01"
} as const

export type GlyphName = keyof typeof paths

export const Glyph = ({ name }: { readonly name: GlyphName }) => (
  <svg
    aria-hidden
    width="1.15em"
    height="1.15em"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.7"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d={paths[name]} />
  </svg>
)
