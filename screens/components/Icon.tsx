/** Icons of 24 × 24 strokes. Screen readers skip them and read the text next to them. */
const paths = {
  alert: "M12 8v5m0 3v.01M10.3 3.9 2.5 17.5A2 2 0 0 0 4.2 20.5h15.6a2 2 0 0 0 1.7-3L13.7 3.9a2 2 0 0 0-3.4 0Z",
  arrowRight: "M5 12h14m-6-6 6 6-6 6",
  bell: "M6.5 10a5.500 5.500 0 0 1 11 0c0 5 2 6.500 2 6.500h-15s2-1.500 2-6.500Zm3.800 9.500a2 2 0 0 0 3.400 0",
  check: "m5 13 4.5 4.5L19 7",
  chevronBack: "m14.500 6-6 6 6 6",
  chevronDown: "m6.500 9.500 5.500 5.500 5.500-5.500",
  chevronUpDown: "m8 9.500 4-4 4 4m-8 5 4 4 4-4",
  close: "M6 6l12 12M18 6 6 18",
  copy: "M9 9h11v11H9zM15 9V4H4v11h5",
  device: "M4 5h16v11H4zM9 20h6m-3-4v4",
  dots: "M5.500 11.300a.700.700 0 1 0 0 1.400.700.700 0 0 0 0-1.400Zm6.500 0a.700.700 0 1 0 0 1.400.700.700 0 0 0 0-1.400Zm6.500 0a.700.700 0 1 0 0 1.400.700.700 0 0 0 0-1.400Z",
  eye: "M2.5 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12Zm9.500-3a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z",
  eyeOff:
    "M9.900 5.800A9 9 0 0 1 12 5.500c6 0 9.500 6.500 9.500 6.500a16 16 0 0 1-2.400 3.200M6.200 7.300A15 15 0 0 0 2.500 12S6 18.500 12 18.500a9 9 0 0 0 5.200-1.700M10 10a3 3 0 0 0 4.100 4.200M4 4l16 16",
  fingerprint:
    "M6.500 19a13 13 0 0 0 1-5v-2a4.500 4.500 0 0 1 9 0v1.500M12 12v2a16 16 0 0 1-1.600 7M16.300 17.500a19 19 0 0 1-.9 3M4 15.500a12 12 0 0 0 .3-2.500v-1a7.700 7.700 0 0 1 11.500-6.700M18.500 8a7.700 7.700 0 0 1 1.200 4v1.500",
  globe:
    "M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17Zm-8.500 8.500h17M12 3.500c2.500 2.400 3.500 5.300 3.500 8.500s-1 6.100-3.500 8.500c-2.500-2.400-3.500-5.300-3.500-8.500s1-6.100 3.500-8.500Z",
  key: "M11.5 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0Zm0 0h9v3.5m-4-3.5V15",
  link: "M10 14a4 4 0 0 0 5.7 0l3.2-3.2a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.2 3.2a4 4 0 0 0 5.7 5.7l1.2-1.2",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  mail: "M3.5 6h17v12h-17zM4 7l8 6 8-6",
  moon: "M20 14.5A8 8 0 1 1 9.5 4a6.5 6.5 0 0 0 10.5 10.5Z",
  panel: "M4 5h16v14H4zM14.5 5v14",
  pencil: "m4.500 19.500.8-3.800L16 5a2 2 0 0 1 3 3L8.300 18.700l-3.800.8Zm9.700-12.700 3 3",
  phone: "M7.500 3.500h9v17h-9zM11 17.500h2",
  plus: "M12 5.500v13M5.500 12h13",
  search: "M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13Zm5-1.500 5 5",
  settings:
    "M4 7.500h9m4 0h3M4 16.500h3m4 0h9M15 10a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Zm-6 9a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Z",
  shield: "M12 3.5 5 6v5.5c0 4.2 2.9 7.6 7 9 4.1-1.4 7-4.8 7-9V6zM9 12l2.2 2.2L15.2 10",
  signIn: "M14 4h5v16h-5M10.500 8l4 4-4 4m4-4H3.500",
  signOut: "M10 4H5v16h5M16 8l4 4-4 4m4-4H9",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm0-5v1.5m0 15V21m9-9h-1.5M4.5 12H3m15.4-6.4-1.1 1.100M6.7 17.300l-1.1 1.100m12.8 0-1.1-1.100M6.7 6.7 5.6 5.6",
  team: "M9 11.500a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-6.5 8c.4-3.3 3-5.5 6.5-5.500s6.1 2.2 6.5 5.500M16 4.800a3.5 3.5 0 0 1 0 6.500m2 3c2 .8 3.2 2.6 3.5 5.2",
  terminal: "M4 5h16v14H4zM7.5 9.5 10 12l-2.5 2.500M12.5 15h4",
  trash: "M5 7h14M10 7V4.500h4V7M7 7l.8 12.500h8.400L17 7M10.5 10.500v6m3-6v6",
  user: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7.5 8.500c.5-4 3.5-6.5 7.5-6.500s7 2.5 7.5 6.5"
} as const

export type IconName = keyof typeof paths

/** Icons that point somewhere: they are mirrored where text runs from right to left. */
const turning: ReadonlyArray<IconName> = ["arrowRight", "chevronBack", "signIn", "signOut"]

export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg
    aria-hidden
    className={turning.includes(name) ? "gf-turning" : undefined}
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
