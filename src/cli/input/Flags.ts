/** Flags that several commands have, and kinds of flags. */
import * as fs from "node:fs"
import * as Argument from "effect/cli/Argument"
import * as CliError from "effect/cli/CliError"
import * as Flag from "effect/cli/Flag"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Records from "effect/Record"
import { generations } from "../../domain/Generation.ts"
import type { Json } from "../../domain/text/Json.ts"
import { isWebUrl } from "../../domain/url/AbsoluteUrl.ts"
import { describeCause } from "../output/ProblemText.ts"
import * as SeedText from "../seed/SeedText.ts"

export const service = Flag.Literals("service", generations).pipe(
  Flag.withDescription("Emulate one generation of the service exactly (default: both at once)"),
  Flag.optional
)

export const text = (name: string, description: string, metavar = "string") =>
  Flag.String(name).pipe(Flag.withMetavar(metavar), Flag.withDescription(description), Flag.optional)

export const switchFlag = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withDescription(description), Flag.withDefault(false))

export const json = switchFlag("json", "Print one JSON object per line")

export const dryRun = switchFlag("dry-run", "Show the changes without writing any file")

export const yes = Flag.withAlias(switchFlag("yes", "Skip the confirmation"), "y")

/** An optional flag for yes (`--name`) or no (`--no-name`). */
export const yesOrNo = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withDescription(description), Flag.optional)

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

export const isId = (value: string): boolean => uuid.test(value)

const describeId = () => "an ID such as 3f2b8c1e-6d4a-4f5b-9c7e-1a2b3c4d5e6f"

/** An optional flag with an ID, which is checked before a request is sent. */
export const id = (name: string, description: string) =>
  Flag.String(name).pipe(
    Flag.withMetavar("id"),
    Flag.withDescription(description),
    Flag.filter(isId, describeId),
    Flag.optional
  )

/** An argument with an ID, which is checked before a request is sent. */
export const idArgument = (name: string, description: string) =>
  Argument.String(name).pipe(Argument.withDescription(description), Argument.filter(isId, describeId))

export const parseDuration = (value: string): Option.Option<Duration.Duration> =>
  Duration.fromInput(value as Duration.Input)

export const pickPassed = <Flags extends Readonly<Record<string, Option.Option<unknown>>>>(
  flags: Flags
): { readonly [Name in keyof Flags]?: Option.Option.Value<Flags[Name]> } =>
  // Its type has one value type for all names.
  Records.getSomes(flags) as { readonly [Name in keyof Flags]?: Option.Option.Value<Flags[Name]> }

/** An empty text clears a field. */
export const emptyToNull = Option.map((value: string) => (value === "" ? null : value))

export const url = (name: string, description: string, example: string) =>
  Flag.String(name).pipe(
    Flag.withMetavar("url"),
    Flag.withDescription(description),
    Flag.filter(isWebUrl, () => `a URL such as ${example}`)
  )

export const futureDate = (name: string, description: string) =>
  Flag.Date(name).pipe(
    Flag.withMetavar("date"),
    Flag.withDescription(description),
    Flag.mapEffect(
      Effect.fnUntraced(function* (date) {
        if (date.getTime() > (yield* Clock.currentTimeMillis)) return date
        const day = date.toISOString().slice(0, 10)
        const expected = `a date in the future, and ${day} is past`
        return yield* new CliError.InvalidValue({ option: name, value: String(date), expected, kind: "flag" })
      })
    )
  )

export const integerBetween = (
  name: string,
  [least, maximum]: readonly [least: number, most: number],
  description: string
) =>
  Flag.Int(name).pipe(
    Flag.withMetavar("number"),
    Flag.withDescription(description),
    Flag.filter(
      (number) => number >= least && number <= maximum,
      () => `a whole number from ${least} to ${maximum}`
    )
  )

const parseFile = (file: string): unknown => SeedText.parse(fs.readFileSync(file, "utf8"))
const describeProblem = (cause: unknown): string => `Cannot read it: ${describeCause(cause)}.`

export const fileFlag = (name: string) =>
  Flag.String(name).pipe(Flag.withMetavar("file"), Flag.mapTryCatch(parseFile, describeProblem))

export const fileArgument = (name: string) =>
  Argument.String(name).pipe(Argument.mapTryCatch(parseFile, describeProblem))

export const jsonValue = (name: string, description: string) =>
  Flag.String(name).pipe(
    Flag.withMetavar("json"),
    Flag.withDescription(description),
    Flag.mapTryCatch(
      (value): Json => JSON.parse(value),
      () => `Expected JSON, such as '{"plan":"pro"}'.`
    ),
    Flag.optional
  )
