/** Variables of the environment. Env files often list some without a value. */

/** The value of a variable, or undefined if it is absent or empty. */
export const readVariable = (name: string): string | undefined => process.env[name] || undefined
