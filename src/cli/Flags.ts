/**
 * The flags of the commands.
 */
import * as Flag from "effect/cli/Flag"
import { services } from "../emulator/Generation.ts"
import { originOf } from "../emulator/http/Origins.ts"

export const service = Flag.Literals("service", services).pipe(
  Flag.withDescription("Generation of the service to be exactly (default: both at once)"),
  Flag.optional
)

export const json = Flag.Boolean("json").pipe(
  Flag.withDescription("Print one JSON object a line"),
  Flag.withDefault(false)
)

/** The flags of `gatefold start`. */
export const startFlags = {
  port: Flag.Int("port").pipe(
    Flag.withDescription("Port to listen on (default: 8102, or a free one when that is taken)"),
    Flag.optional
  ),
  service,
  data: Flag.String("data").pipe(Flag.withDescription("File to keep the data in (default: in memory)"), Flag.optional),
  randomKeys: Flag.Boolean("random-keys").pipe(
    Flag.withDescription("Make up the keys of the project internal instead of taking the well-known ones"),
    Flag.withDefault(false)
  ),
  botChallenge: Flag.Boolean("bot-challenge").pipe(
    Flag.withDescription("Have everybody who signs up solve a visible challenge for bots"),
    Flag.withDefault(false)
  ),
  trustOrigin: Flag.String("trust-origin").pipe(
    Flag.withDescription("Origin of web pages that may call with server and admin keys; can be repeated"),
    Flag.filter(
      (origin) => originOf(origin) !== undefined,
      (origin) => `${origin} is no origin. Write it as in http://localhost:3000.`
    ),
    Flag.atLeast(0)
  ),
  json
}
