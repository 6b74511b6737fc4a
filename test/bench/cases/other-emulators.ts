/**
 * `other-emulators.ts <subject>`: one emulator, from a fresh process on: how long until it answers, a sign-up, a
 * sign-in, and how long it takes to give the next test nobody, or the same 100 users again. What is given is looked at,
 * so that nothing is measured that did not happen.
 */
import { command, inProcess } from "../emulators/gatefold.ts"
import { betterAuth, cognitoLocal, firebase } from "../emulators/others.ts"
import type { Started } from "../emulators/subject.ts"

const subjects: Readonly<Record<string, () => Promise<Started | undefined>>> = {
  "gatefold/emulator": inProcess,
  "gatefold start": command,
  "better-auth": betterAuth("scrypt"),
  "better-auth, plain": betterAuth("plain"),
  "cognito-local": cognitoLocal,
  "firebase-tools": firebase
}

const measureMillis = async (run: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await run()
  return performance.now() - start
}

const median = (times: ReadonlyArray<number>): number => times.toSorted((a, b) => a - b)[times.length >> 1]!

const measure = async (emulator: Started): Promise<Record<string, number>> => {
  const isThere = async (email: string, expected: boolean) => {
    if ((await emulator.signIn(email)) !== expected) throw new Error(`${email} is ${expected ? "not " : ""}there`)
  }
  const users = Array.from({ length: 100 }, (_, index) => `user${index}@example.org`)
  const signUps: Array<number> = []
  for (const user of users) signUps.push(await measureMillis(() => emulator.signUp(user)))
  const signIns: Array<number> = []
  for (const user of users.slice(0, 20)) signIns.push(await measureMillis(() => isThere(user, true)))

  const again: Array<number> = []
  const bringBack = await emulator.remember?.()
  if (bringBack !== undefined) {
    for (let i = 0; i < 5; i++) {
      await emulator.signUp("late@example.org")
      again.push(await measureMillis(bringBack))
      await isThere("late@example.org", false)
      await isThere("user99@example.org", true)
    }
  }

  const empty: Array<number> = []
  for (let i = 0; i < 5; i++) {
    empty.push(await measureMillis(emulator.empty))
    await isThere("user99@example.org", false)
    await emulator.signUp("user99@example.org")
  }
  return {
    start: emulator.millis,
    signUp: median(signUps),
    signIn: median(signIns),
    empty: median(empty),
    ...(again.length > 0 && { again: median(again) })
  }
}

const emulator = await subjects[process.argv[2]!]!()
if (emulator === undefined) {
  console.log(JSON.stringify({ skipped: true }))
} else {
  try {
    const values = await measure(emulator)
    console.log(JSON.stringify(values))
  } finally {
    await emulator.stop()
  }
}
process.exit(0)
