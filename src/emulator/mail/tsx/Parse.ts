/** Parses a source with `@babel/parser`, within limits, and reduces its tree to what is rendered. */
import type * as Babel from "@babel/parser"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { EmailRenderingError } from "../../../domain/errors/Emails.ts"
import type { Program } from "./internal/Ast.ts"
import { SourceError } from "./internal/SourceError.ts"
import * as Supported from "./internal/Supported.ts"

/** The longest source, in characters. */
const maxLength = 500_000

/** How many positions the parser may read. A source without alternatives takes at most 7 for each character. */
const maxReads = { least: 50_000, perCharacter: 12, most: 3_000_000 }

/** The maximum number of `<` that may be open at the same time. */
const maxOpen = 100

/** A source with its tree. */
export interface Module {
  readonly source: string
  readonly program: Program
}

export type Parse = (source: string) => Result.Result<Module, SourceError>

const parseModule = (source: string, { parse }: typeof Babel): Module => {
  if (source.length > maxLength) throw new SourceError(`the source is longer than ${maxLength} characters`, source, 0)
  if (isNestedDeeper(source)) throw new SourceError("it is nested too deeply", source, 0)
  const startIndex = makeLineStart(source)
  const { program } = parse(source, {
    sourceType: "module",
    plugins: ["typescript", "jsx"],
    attachComment: false,
    startIndex
  })
  Supported.reduce(program, source)
  return { source, program }
}

/**
 * The index of the first character, which is 0. The parser adds it to every position that it reads, so it counts them.
 * At `a<b>(` the parser tries types, then a comparison, so each nested level takes twice as long as the one around it.
 */
const makeLineStart = (source: string): number => {
  const allowed = Math.min(maxReads.least + maxReads.perCharacter * source.length, maxReads.most)
  let reads = 0
  const index: unknown = {
    valueOf: () => {
      if (++reads > allowed) throw new SourceError("it takes too long to read", source, 0)
      return 0
    }
  }
  return index as number
}

/**
 * Whether more `<` are open than any mail needs. Each could begin an element, a type or a comparison, and the parser
 * tries all of them at every open one.
 */
const isNestedDeeper = (source: string): boolean => {
  let open = 0
  for (let at = 0; at < source.length && open <= maxOpen; at++) {
    if (source[at] === "<") open++
    else if (source[at] === ">" && source[at - 1] !== "=") open = Math.max(0, open - 1)
  }
  return open > maxOpen
}

const isSyntaxError = (error: unknown): error is SyntaxError & { readonly pos: number } =>
  error instanceof SyntaxError && "pos" in error && typeof error.pos === "number"

/** Creates a function that parses sources with the given parser. */
export const makeParser =
  (babel: typeof Babel): Parse =>
  (source) => {
    try {
      return Result.succeed(parseModule(source, babel))
    } catch (error) {
      if (error instanceof SourceError) return Result.fail(error)
      if (error instanceof RangeError) return Result.fail(new SourceError("it is nested too deeply", source, 0))
      if (!isSyntaxError(error)) throw error
      const problem = error.message.replace(/\.? \(\d+:\d+\)$/, "")
      return Result.fail(new SourceError(problem, source, error.pos))
    }
  }

/** Reads sources with the optional package `@babel/parser`, which is loaded when it is first needed. */
export const load: Effect.Effect<Parse, EmailRenderingError> = Effect.tryPromise({
  try: () => import("@babel/parser"),
  catch: () =>
    new EmailRenderingError({
      details: { error: "Email templates need a package: npm install --save-dev @babel/parser" }
    })
}).pipe(Effect.map(makeParser))
