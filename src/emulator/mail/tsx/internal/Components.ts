/** The components that templates import: those of React Email, and those of the service. */
import type { Meter } from "./Meter.ts"
import { Callable, Element, Fields, measureSize, type Value, VariablesType } from "./Values.ts"

/** The metadata that a template sets for its mail. */
export interface Notes {
  /** The values of `<Subject>` and `<NotificationCategory>`, each as often as it was rendered. */
  readonly subjects: Array<Value>
  readonly categories: Array<Value>
}

type Style = Readonly<Record<string, string | number>>

const makeElement = (
  tag: string,
  attributes: Readonly<Record<string, Value>>,
  ...children: ReadonlyArray<Value>
): Element =>
  new Element(
    tag,
    new Fields([...Object.entries(attributes), ...(children.length > 0 ? [["children", children] as const] : [])])
  )

/** Attributes of a layout table, which screen readers do not announce as a table. */
const layout = { align: "center", border: "0", cellPadding: "0", cellSpacing: "0", role: "presentation", width: "100%" }

const readProps = ([props]: ReadonlyArray<Value>): ReadonlyMap<string, Value> =>
  props instanceof Fields ? props.entries : new Map()

/** The given attributes with defaults, and the given style on top of one. */
const withDefaults = (
  props: ReadonlyMap<string, Value>,
  defaults: Readonly<Record<string, Value>>,
  style: Style
): Fields => {
  const ownStyle = props.get("style")
  const merged = new Fields([...Object.entries(style), ...(ownStyle instanceof Fields ? ownStyle.entries : [])])
  return new Fields([...Object.entries(defaults), ...props, ["style", merged]])
}

/** A component that is one element with defaults. */
const makeStyled =
  (tag: string, defaults: Readonly<Record<string, Value>>, style: Style) =>
  (props: ReadonlyMap<string, Value>): Value =>
    new Element(tag, withDefaults(props, defaults, style))

/** A table that shows its children in one row; `cell` wraps them. */
const makeTable =
  (style: Style, cell: (children: Value) => Value) =>
  (props: ReadonlyMap<string, Value>): Value => {
    const { entries } = withDefaults(props, layout, style)
    const body = makeElement("tbody", {}, cell(props.get("children")))
    return new Element("table", new Fields([...entries, ["children", body]]))
  }

const wrapInCell = (children: Value): Value => makeElement("tr", {}, makeElement("td", {}, children))

const marginProperties: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  ["m", ["margin"]],
  ["mx", ["marginLeft", "marginRight"]],
  ["my", ["marginTop", "marginBottom"]],
  ["mt", ["marginTop"]],
  ["mr", ["marginRight"]],
  ["mb", ["marginBottom"]],
  ["ml", ["marginLeft"]]
])

/** No number of a margin is longer, as text. */
const maxNumber = 20

const renderHeading = (props: ReadonlyMap<string, Value>): Value => {
  const level = props.get("as")
  const others = [...props].filter(([name]) => name !== "as" && !marginProperties.has(name))
  const margins = [...marginProperties].flatMap(([name, properties]) => {
    const value = props.get(name)
    if (typeof value !== "number" && !(typeof value === "string" && value.length <= maxNumber)) return []
    return properties.map((property) => [property, Number(value)] as const)
  })
  const tag = typeof level === "string" && /^h[1-6]$/.test(level) ? level : "h1"
  return new Element(tag, withDefaults(new Map(others), {}, Object.fromEntries(margins)))
}

/** The preview text, which mail programs show beside the subject and hide in the mail. */
const preview = (props: ReadonlyMap<string, Value>): Value =>
  makeElement(
    "div",
    {
      "data-skip-in-text": true,
      style: new Fields(
        Object.entries({
          display: "none",
          overflow: "hidden",
          lineHeight: "1px",
          opacity: 0,
          maxHeight: 0,
          maxWidth: 0
        })
      )
    },
    props.get("children")
  )

const head = (props: ReadonlyMap<string, Value>): Value =>
  makeElement(
    "head",
    {},
    makeElement("meta", { httpEquiv: "Content-Type", content: "text/html; charset=UTF-8" }),
    props.get("children")
  )

const html = (props: ReadonlyMap<string, Value>): Value =>
  new Element("html", withDefaults(props, { lang: "en", dir: "ltr" }, {}))

/** The logo of a project that fits the background, if it has one. */
const projectLogo = (props: ReadonlyMap<string, Value>): Value => {
  const data = props.get("data")
  const logo = (name: string): Value => (data instanceof Fields ? data.entries.get(name) : undefined)
  const isDark = props.get("mode") === "dark"
  const full = logo(isDark ? "logoFullDarkModeUrl" : "logoFullUrl")
  const src = full || logo(isDark ? "logoDarkModeUrl" : "logoUrl")
  if (!src) return undefined
  const style = new Fields([["height", full ? 64 : 32]])
  return makeElement("img", { src, alt: "Logo", style })
}

const children = (props: ReadonlyMap<string, Value>): Value => props.get("children")

const link = { color: "#067df7", textDecoration: "none" }
const button = { display: "inline-block", lineHeight: "100%", maxWidth: "100%", textDecoration: "none" }
const image = { border: "none", display: "block", outline: "none", textDecoration: "none" }
const line = { border: "none", borderTop: "1px solid #eaeaea", width: "100%" }

type Component = (props: ReadonlyMap<string, Value>) => Value

/** The React Email components. Fonts and Tailwind classes have no effect, because they only change the appearance. */
const reactEmail: Readonly<Record<string, Component>> = {
  Body: makeStyled("body", {}, {}),
  Button: makeStyled("a", { target: "_blank" }, button),
  CodeInline: makeStyled("code", {}, {}),
  Column: makeStyled("td", {}, {}),
  Container: makeTable({ maxWidth: "37.5em" }, wrapInCell),
  Font: () => undefined,
  Head: head,
  Heading: renderHeading,
  Hr: makeStyled("hr", {}, line),
  Html: html,
  Img: makeStyled("img", {}, image),
  Link: makeStyled("a", { target: "_blank" }, link),
  Preview: preview,
  Row: makeTable({}, (cells) => makeElement("tr", {}, cells)),
  Section: makeTable({}, wrapInCell),
  Tailwind: children,
  Text: makeStyled("p", {}, { fontSize: 14, lineHeight: "24px", marginTop: 16, marginBottom: 16 })
}

/** The exports of packages for one mail; `undefined` for an unknown one. Records the metadata that the mail sets. */
export const makePackages = (
  { categories, subjects }: Notes,
  meter: Meter
): ((from: string, name: string) => Value) => {
  // A source can also call a component as a function, and each call copies all attributes.
  const callable = (render: Component) =>
    new Callable((args) => {
      const props = readProps(args)
      meter.step(1 + measureSize(props))
      return render(props)
    })
  const makeComponents = (renderers: Readonly<Record<string, Component>>): ReadonlyMap<string, Value> =>
    new Map(Object.entries(renderers).map(([name, render]) => [name, callable(render)] as const))
  const note =
    (into: Array<Value>): Component =>
    (props) =>
      void into.push(props.get("value"))
  const ofReactEmail = makeComponents(reactEmail)
  const ofService = makeComponents({
    NotificationCategory: note(categories),
    ProjectLogo: projectLogo,
    Subject: note(subjects)
  })
  const typeMaker = new Callable(([definition]) => new VariablesType(definition))
  typeMaker.set("enumerated", new VariablesType(undefined))
  const byPackage: ReadonlyMap<string, ReadonlyMap<string, Value>> = new Map([
    ["react-email", ofReactEmail],
    ["@stackframe/emails", ofService],
    ["@hexclave/emails", ofService],
    ["arktype", new Map([["type", typeMaker]])],
    ["react", makeComponents({ Fragment: children })]
  ])
  return (from, name) => {
    // React Email also has a separate package for each component.
    const exported = byPackage.get(from) ?? (from.startsWith("@react-email/") ? ofReactEmail : undefined)
    if (exported === undefined) return undefined
    return name === "*" || name === "default" ? new Fields(exported) : exported.get(name)
  }
}
