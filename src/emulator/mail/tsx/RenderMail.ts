/**
 * Renders a mail of a template in a theme, both of them TSX. Interprets the sources and never runs them, because anyone
 * who can send the emulator a request may provide them. docs/guides/mail-templates.md lists the supported syntax.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { EditableRegion } from "../../../api/schema/EditableRegion.ts"
import { EmailRenderingError } from "../../../domain/errors/Emails.ts"
import { type Notes, makePackages } from "./internal/Components.ts"
import { findEditable } from "./internal/EditableRegions.ts"
import { evaluate, type EvaluationContext } from "./internal/Evaluate.ts"
import * as Html from "./internal/Html.ts"
import { Exhausted, Meter } from "./internal/Meter.ts"
import { SourceError } from "./internal/SourceError.ts"
import { Callable, Element, Fields, fromJson, describeKind, Markup, ValueError, type Value } from "./internal/Values.ts"
import * as VariablesCheck from "./internal/VariablesCheck.ts"
import * as Parse from "./Parse.ts"
import { renderPlainText } from "./PlainText.ts"

/** One of the two sources. */
export type SourceFile = EditableRegion["sourceFile"]

/** The sources and data of a mail. */
export interface MailInput {
  /** The source that exports the component `EmailTemplate`. */
  readonly template: string
  /** The source that exports the component `EmailTheme`. */
  readonly theme: string
  readonly user: { readonly displayName: string | null }
  readonly project: { readonly displayName: string }
  /** JSON values by name. */
  readonly variables?: Readonly<Record<string, unknown>>
  readonly unsubscribeLink?: string | undefined
  /** Uses the preview values of the sources where no other value is given. */
  readonly isPreview?: boolean
  /** The sources whose texts are marked. */
  readonly editable?: ReadonlyArray<SourceFile>
}

export interface RenderedMail {
  readonly html: string
  readonly text: string
  /** The `<Subject>` of the template, if any. */
  readonly subject: string | undefined
  /** The `<NotificationCategory>` of the template, if any. */
  readonly notificationCategory: string | undefined
  readonly editableRegions: ReadonlyArray<EditableRegion>
}

const leaveUnmarked: EvaluationContext["mark"] = (_, value) => value

class Source {
  readonly #file: SourceFile
  readonly #source: string
  readonly #meter = new Meter()
  readonly #exports: ReadonlyMap<string, Value>
  readonly regions: ReadonlyArray<EditableRegion>

  constructor(file: SourceFile, source: string, parse: Parse.Parse, notes: Notes, now: number, isEditable: boolean) {
    this.#file = file
    this.#source = source
    const module = Result.getOrThrow(parse(source))
    const { mark, regions } = isEditable
      ? findEditable(module, file, this.#meter)
      : { mark: leaveUnmarked, regions: [] }
    this.regions = regions
    this.#exports = evaluate(module, { meter: this.#meter, now, resolveImport: makePackages(notes, this.#meter), mark })
  }

  /** The variables that the source declares. */
  renderChecked(variables: Fields): Value {
    return VariablesCheck.check(this.#exports.get("variablesSchema"), variables, this.#meter)
  }

  /** The component that the source must export. */
  component(name: string): Callable {
    const component = this.#exports.get(name)
    if (component instanceof Callable) return component
    const actual = component === undefined ? "there is none" : `it is ${describeKind(component)}`
    throw new ValueError(`The ${this.#file} must export the component ${name}, and ${actual}.`)
  }

  render(component: Callable, props: Iterable<readonly [string, Value]>): string {
    return Html.write(new Element(component, new Fields(props)), this.#source, this.#meter)
  }
}

const formatNote = (name: string, values: ReadonlyArray<Value>): string | undefined => {
  const [value] = values
  if (values.length > 1) throw new ValueError(`There is more than one <${name}> in the template.`)
  if (value !== undefined && typeof value !== "string") throw new ValueError(`The value of <${name}> must be a text.`)
  return value
}

const getEntries = (value: Value): ReadonlyMap<string, Value> => (value instanceof Fields ? value.entries : new Map())

/** The message about a failed source for its author; `undefined` for a bug in Gatefold. */
const describeSourceProblem = (error: unknown): string | undefined => {
  if (error instanceof SourceError || error instanceof ValueError || error instanceof Exhausted) return error.message
  // The meter does not count every kind of nesting, such as lists in lists.
  return error instanceof RangeError ? "The source makes too much, or nests it too deeply." : undefined
}

/** A source can put millions of characters into a failure. */
const maxProblem = 1000

const shortenProblem = (problem: string): string =>
  problem.length > maxProblem ? `${problem.slice(0, maxProblem)}…` : problem

/** Does something with one of the sources, which its failures name. */
const runInSource = <A>(file: SourceFile, run: () => A): A => {
  try {
    return run()
  } catch (error) {
    const problem = describeSourceProblem(error)
    throw problem === undefined || error instanceof Unproducible
      ? error
      : new Unproducible(`${file}: ${shortenProblem(problem)}`)
  }
}

/** The sources cannot be rendered. */
class Unproducible extends Error {}

const renderAt = (input: MailInput, parse: Parse.Parse, now: number): RenderedMail => {
  const { editable: marked = [], isPreview = false, project, user } = input
  const notes: Notes = { subjects: [], categories: [] }
  const load = (file: SourceFile) =>
    runInSource(file, () => new Source(file, input[file], parse, notes, now, marked.includes(file)))

  const template = load("template")
  const content = runInSource("template", () => {
    const component = template.component("EmailTemplate")
    const previews = isPreview ? getEntries(component.get("PreviewVariables")) : []
    const variables = getEntries(fromJson(input.variables ?? {}))
    return template.render(component, [
      ["variables", template.renderChecked(new Fields([...previews, ...variables]))],
      ["user", fromJson({ displayName: user.displayName })],
      // A project has more fields, which templates must not see.
      ["project", fromJson({ displayName: project.displayName })]
    ])
  })
  const subject = runInSource("template", () => formatNote("Subject", notes.subjects))
  const notificationCategory = runInSource("template", () => formatNote("NotificationCategory", notes.categories))

  const theme = load("theme")
  const html = runInSource("theme", () => {
    const component = theme.component("EmailTheme")
    const previews = isPreview ? getEntries(component.get("PreviewProps")) : []
    return theme.render(component, [
      ["children", new Markup(content)],
      ["unsubscribeLink", input.unsubscribeLink],
      ["projectLogos", new Fields([])],
      ...previews
    ])
  })
  return {
    html: `<!DOCTYPE html>${html}`,
    text: renderPlainText(html),
    subject,
    notificationCategory,
    editableRegions: [...template.regions, ...theme.regions]
  }
}

const attempt = (
  input: MailInput,
  parse: Parse.Parse,
  now: number
): Result.Result<RenderedMail, EmailRenderingError> => {
  try {
    return Result.succeed(renderAt(input, parse, now))
  } catch (error) {
    if (error instanceof Unproducible) {
      return Result.fail(new EmailRenderingError({ details: { error: error.message } }))
    }
    throw error
  }
}

/** Renders a mail with what reads its sources. */
export const renderWith = (parse: Parse.Parse, input: MailInput): Effect.Effect<RenderedMail, EmailRenderingError> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.fromResult(attempt(input, parse, now)))

/** Renders a mail. If a source has an error, `details.error` of the failure contains its message and line. */
export const render = (input: MailInput): Effect.Effect<RenderedMail, EmailRenderingError> =>
  Effect.flatMap(Parse.load, (parse) => renderWith(parse, input))
