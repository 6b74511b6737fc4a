/** The text of a seed, in JSON or YAML. */
import * as Yaml from "effect/encoding/Yaml"

/**
 * The value of a text. JSON is also YAML, but the time of the YAML parser grows with the square of a list in brackets.
 * Ten thousand users take minutes, in which no signal ends the process.
 */
export const parse = (text: string): unknown => (/^\s*[{[]/.test(text) ? JSON.parse(text) : Yaml.parse(text))
