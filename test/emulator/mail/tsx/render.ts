/** Renders templates in a theme that is nothing but its content. */
import * as babel from "@babel/parser"
import * as Effect from "effect/Effect"
import { EmailRenderingError } from "../../../../src/domain/errors/Emails.ts"
import { makeParser } from "../../../../src/emulator/mail/tsx/Parse.ts"
import { type MailInput, renderWith, type RenderedMail } from "../../../../src/emulator/mail/tsx/RenderMail.ts"

const parse = makeParser(babel)

export const bare = "export const EmailTheme = ({ children }) => <>{children}</>"

const given = { user: { displayName: "Ann" }, project: { displayName: "Shop" } }

/** The mail, or what is wrong with the sources. */
export const renderMail = (template: string, input: Partial<MailInput> = {}): RenderedMail | string =>
  Effect.runSync(
    renderWith(parse, { template, theme: bare, ...given, ...input }).pipe(
      Effect.catch((error) => {
        if (!(error instanceof EmailRenderingError)) return Effect.die(error)
        return Effect.succeed(error.details.error)
      })
    )
  )

/** The HTML of a template, or what is wrong with it. */
export const renderHtml = (template: string, input: Partial<MailInput> = {}): string => {
  const mail = renderMail(template, input)
  return typeof mail === "string" ? mail : mail.html.replace(/^<!DOCTYPE html>/, "")
}

/** The HTML of what stands between the tags of a template. */
export const shown = (jsx: string, variables: Readonly<Record<string, unknown>> = {}): string =>
  renderHtml(`export const EmailTemplate = ({ variables, user, project }) => <>${jsx}</>`, { variables })
