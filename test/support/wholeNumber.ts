/** The number that a flag says. Ends the process with 2 if it is none, for of nothing everything holds. */
export const wholeNumber = (flag: string, text: string, least = 1): number => {
  const number = Number(text)
  if (Number.isSafeInteger(number) && number >= least) return number
  console.error(`--${flag} is to be a whole number from ${least}, not ${text}`)
  return process.exit(2)
}
